; Installs for one person, without rights of an administrator. docs/how-to/desktop.md says what lies where.
;   /S        asks nothing
;   /UPDATE   puts the version beside the others and touches nothing else: the app itself switches to it
;   /FORCE    puts an older version over a newer one without a question
;   /D=FOLDER where to, as the last argument and without quotes
!include "${SCRIPTS}/shared.nsh"
!include WinVer.nsh
!include WordFunc.nsh
!include MUI2.nsh
VIAddVersionKey /LANG=1033 "FileDescription" "${BRAND} Setup"
VIAddVersionKey /LANG=1033 "OriginalFilename" "quorate-desktop-setup-${VERSION}.exe"

Name "${BRAND}"
OutFile "${OUTPUT}"
InstallDir "${FOLDER}"
; Not solid: the package of the version lies in it as it is.
SetCompressor ${COMPRESSION}
BrandingText "${BRAND} ${VERSION}"
ShowInstDetails nevershow
ShowUninstDetails nevershow
!ifdef SIGN
  !uninstfinalize '"${SIGN}" "%1"'
!endif

!define UNINSTALL_KEYS "Software\Microsoft\Windows\CurrentVersion\Uninstall"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define MOVE_OVER 9 ; MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDE_PICTURE}"
!define MUI_WELCOMEPAGE_TITLE "Install ${BRAND} ${VERSION}"
!define MUI_WELCOMEPAGE_TEXT "${BRAND} is installed for you alone; no rights of an administrator are needed.$\r$\n$\r$\nNothing is traded before you add a configuration and start it."
!define MUI_FINISHPAGE_TITLE "${BRAND} is installed"
!define MUI_FINISHPAGE_TEXT "You find it in the start menu."
!define MUI_FINISHPAGE_RUN "$INSTDIR\${LAUNCHER_NAME}"
!define MUI_FINISHPAGE_RUN_TEXT "Start ${BRAND}"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Var Parameters
Var IsUpdate
Var IsForced
Var WasAtWork
Var Old
; What this installation is called where installations share a place: Quorate, Quorate 2, ...
Var Entry
Var Suffix

Function .onInit
  SetShellVarContext current
  ${IfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "${BRAND} needs Windows 10 or newer, and this Windows is older." /SD IDOK
    SetErrorLevel ${EXIT_REFUSED}
    Quit
  ${EndIf}
  ${GetParameters} $Parameters
  ClearErrors
  ${GetOptions} $Parameters "/UPDATE" $0
  ${If} ${Errors}
    StrCpy $IsUpdate 0
  ${Else}
    StrCpy $IsUpdate 1
  ${EndIf}
  ClearErrors
  ${GetOptions} $Parameters "/FORCE" $0
  ${If} ${Errors}
    StrCpy $IsForced 0
  ${Else}
    StrCpy $IsForced 1
  ${EndIf}
FunctionEnd

!include "${SCRIPTS}/stop-app.nsh"
!insertmacro StopAppFunctions ""
!insertmacro StopAppFunctions "un."
!include "${SCRIPTS}/entries.nsh"
!include "${SCRIPTS}/remove-versions.nsh"
!insertmacro RemoveVersionsFunction ""
!insertmacro RemoveVersionsFunction "un."

Section
  SetShellVarContext current
  ReadINIStr $Old "${POINTER}" app current
  StrCpy $WasAtWork 0
  ${If} $IsUpdate == 0
    Call AskForOlder
    Call AskForStop
    Push "--quit --resume-later"
    Call StopApp
  ${EndIf}
  Call PutNode
  Call PutVersion
  ${If} $IsUpdate == 1
    Goto done
  ${EndIf}

  ${If} $Old == "${VERSION}"
    ReadINIStr $Old "${POINTER}" app previous
  ${EndIf}
  Call ChooseEntry
  SetOutPath "$INSTDIR"
  ClearErrors
  File "/oname=${LAUNCHER_NAME}" "${LAUNCHER}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteINIStr "${ENTRY_FILE}" install name "$Entry"
  StrCpy $R9 0
  ; An error of any of them keeps the pointer as it is.
  ${IfNot} ${Errors}
    ; It counts as an error whatever it did.
    FlushINI "${ENTRY_FILE}"
    ClearErrors
    Call WritePointer
  ${EndIf}
  ${If} $R9 = 0
    Push "${BRAND} could not be written to $INSTDIR. Is the disk full?"
    Call Refuse
  ${EndIf}
  ; Two versions stay: the one that is current and the one before it. The app removes a Node that neither needs.
  Push "$Old"
  Push "${VERSION}"
  Call RemoveVersions
  ClearErrors

  !define UNINSTALL_KEY "${UNINSTALL_KEYS}\$Entry"
  CreateShortcut "$SMPROGRAMS\${BRAND}$Suffix.lnk" "$INSTDIR\${LAUNCHER_NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${BRAND}$Suffix"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "${BRAND}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${LAUNCHER_NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "StartMenuEntry" "$SMPROGRAMS\${BRAND}$Suffix.lnk"
!ifdef URL
  WriteRegStr HKCU "${UNINSTALL_KEY}" "URLInfoAbout" "${URL}"
!endif
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" ${SIZE_KIB}
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  ${If} $WasAtWork == 1
    Exec '"$INSTDIR\${LAUNCHER_NAME}" ui --background'
  ${EndIf}
  done:
SectionEnd

; Takes a sentence from the stack, shows it and ends.
Function Refuse
  Pop $0
  MessageBox MB_OK|MB_ICONSTOP "$0" /SD IDOK
  SetErrorLevel ${EXIT_REFUSED}
  Quit
FunctionEnd

; An older version may not read what a newer one has written.
Function AskForOlder
  ${If} $Old == ""
  ${OrIf} $IsForced == 1
    Return
  ${EndIf}
  ${VersionCompare} "${VERSION}" "$Old" $0
  ${If} $0 != 2
    Return
  ${EndIf}
  MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "Version $Old is installed, which is newer than ${VERSION}. Put the older version in its place? It may not read everything that the newer one has written." /SD IDNO IDYES older
  SetErrorLevel ${EXIT_REFUSED}
  Quit
  older:
FunctionEnd

; Bots are stopped for the installation and started again after it, as in an update. Silent runs are not asked.
Function AskForStop
  Call IsAtWork
  Pop $WasAtWork
  ${If} $WasAtWork == 0
  ${OrIf} ${Silent}
    Return
  ${EndIf}
  MessageBox MB_OKCANCEL|MB_ICONQUESTION "${BRAND} is at work. Its bots are stopped for the installation and started again after it; positions stay open with their stops at the broker.$\r$\n$\r$\nInstall ${VERSION} now?" IDOK stop
  SetErrorLevel ${EXIT_REFUSED}
  Quit
  stop:
FunctionEnd

; Node lies beside the versions, which share it. A running app needs the one that is there.
Function PutNode
  ${If} $IsUpdate == 1
  ${AndIf} ${FileExists} "${NODE}\node.exe"
    Return
  ${EndIf}
  RMDir /r "${NODE}.part"
  SetOverwrite on
  ClearErrors
  SetOutPath "${NODE}.part"
  File "${NODE_FILES}/node.exe"
  File "${NODE_FILES}/LICENSE"
  File "${NODE_FILES}/files.json"
  SetOutPath "$INSTDIR"
  ${If} ${Errors}
    RMDir /r "${NODE}.part"
    Push "The files could not be written to $INSTDIR. Is the disk full?"
    Call Refuse
  ${EndIf}
  RMDir /r "${NODE}"
  ClearErrors
  Rename "${NODE}.part" "${NODE}"
  ${If} ${Errors}
    RMDir /r "${NODE}.part"
    Push "${BRAND} is at work, so that it cannot be replaced. Please quit it and install once more."
    Call Refuse
  ${EndIf}
FunctionEnd

Function PutVersion
  InitPluginsDir
  SetOutPath "$PLUGINSDIR"
  ClearErrors
  SetCompress off
  File "/oname=version.exe" "${PACKAGE}"
  SetCompress auto
  SetOutPath "$INSTDIR"
  StrCpy $0 ${EXIT_REFUSED}
  ${IfNot} ${Errors}
    ExecWait '"$PLUGINSDIR\version.exe" /S /D=$INSTDIR' $0
  ${EndIf}
  ${If} $0 == ${EXIT_AT_WORK}
    Push "${BRAND} ${VERSION} is at work, so that it cannot be replaced. Please quit it and install once more."
    Call Refuse
  ${ElseIf} $0 != 0
    Push "The files could not be written to $INSTDIR. Is the disk full?"
    Call Refuse
  ${EndIf}
FunctionEnd

; Writes the pointer to the current version whole or not at all: it is written beside it and moved over it.
; Errors must be clear before it, or the pointer stays. $R9 is 0 where it stays.
Function WritePointer
  Delete "${POINTER}.new"
  WriteINIStr "${POINTER}.new" app current "${VERSION}"
  WriteINIStr "${POINTER}.new" app previous "$Old"
  WriteINIStr "${POINTER}.new" app trial ""
  WriteINIStr "${POINTER}.new" app tries "0"
  WriteINIStr "${POINTER}.new" app rolled_back ""
  ; What a full disk has cut short must not take its place.
  StrCpy $R9 0
  ${IfNot} ${Errors}
    ; It counts as an error whatever it did, and the call after it clears every error.
    FlushINI "${POINTER}.new"
    System::Call 'kernel32::MoveFileExW(w "${POINTER}.new", w "${POINTER}", i ${MOVE_OVER}) i.R9'
  ${EndIf}
FunctionEnd

!include "${SCRIPTS}/uninstaller.nsh"
