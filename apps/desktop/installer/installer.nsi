; Installs for one person, without rights of an administrator. docs/how-to/desktop.md says what lies where.
;   /S        asks nothing
;   /UPDATE   puts the version beside the others and touches nothing else: the app itself switches to it
;   /D=FOLDER where to, as the last argument and without quotes
!include "${SCRIPTS}/shared.nsh"
!include WinVer.nsh
!include MUI2.nsh
VIAddVersionKey /LANG=1033 "FileDescription" "${BRAND} Setup"
VIAddVersionKey /LANG=1033 "OriginalFilename" "quorate-desktop-setup-${VERSION}.exe"

Name "${BRAND}"
OutFile "${OUTPUT}"
InstallDir "${FOLDER}"
SetCompressor /SOLID ${COMPRESSION}
BrandingText "${BRAND} ${VERSION}"
ShowInstDetails nevershow
ShowUninstDetails nevershow
!ifdef SIGN
  !uninstfinalize '"${SIGN}" "%1"'
!endif

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Quorate"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define EXIT_REFUSED 2

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
Var Target
Var Old

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
FunctionEnd

!include "${SCRIPTS}/stop-app.nsh"
!insertmacro StopAppFunction ""
!insertmacro StopAppFunction "un."
!include "${SCRIPTS}/remove-versions.nsh"
!insertmacro RemoveVersionsFunction ""
!insertmacro RemoveVersionsFunction "un."

Section
  SetShellVarContext current
  ReadINIStr $Old "${POINTER}" app current
  ${If} $IsUpdate == 0
    Call StopApp
  ${EndIf}

  ; Whole or not at all: under another name until the last file is there.
  StrCpy $Target "$INSTDIR\versions\${VERSION}.part"
  RMDir /r "$Target"
  SetOverwrite on
  ClearErrors
  !include "${FILES}"
  SetOutPath "$INSTDIR"
  ${If} ${Errors}
    RMDir /r "$Target"
    Push "The files could not be written to $INSTDIR. Is the disk full?"
    Call Refuse
  ${EndIf}
  Call Replace
  ${If} $IsUpdate == 1
    Goto done
  ${EndIf}

  ${If} $Old == "${VERSION}"
    ReadINIStr $Old "${POINTER}" app previous
  ${EndIf}
  ClearErrors
  File "/oname=${LAUNCHER_NAME}" "${LAUNCHER}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  !insertmacro WritePointer "${VERSION}" "$Old" "" 0 ""
  ; An error of any of the three keeps the pointer as it is.
  ${If} $R9 = 0
    Push "${BRAND} could not be written to $INSTDIR. Is the disk full?"
    Call Refuse
  ${EndIf}
  ; Two versions stay: the one that is current and the one before it.
  Push "$Old"
  Push "${VERSION}"
  Call RemoveVersions
  ClearErrors

  CreateShortcut "$SMPROGRAMS\${BRAND}.lnk" "$INSTDIR\${LAUNCHER_NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${BRAND}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "${BRAND}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${LAUNCHER_NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "StartMenuEntry" "$SMPROGRAMS\${BRAND}.lnk"
!ifdef URL
  WriteRegStr HKCU "${UNINSTALL_KEY}" "URLInfoAbout" "${URL}"
!endif
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" ${SIZE_KIB}
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  done:
SectionEnd

; Takes a sentence from the stack, shows it and ends.
Function Refuse
  Pop $0
  MessageBox MB_OK|MB_ICONSTOP "$0" /SD IDOK
  SetErrorLevel ${EXIT_REFUSED}
  Quit
FunctionEnd

; Puts the new files where the version belongs. One of that name whose program runs cannot be removed.
Function Replace
  StrCpy $1 0
  again:
  ; The program goes first: where it is at work, the rest of its version must stay.
  Delete "$INSTDIR\versions\${VERSION}\${PROGRAM}"
  ${IfNot} ${FileExists} "$INSTDIR\versions\${VERSION}\${PROGRAM}"
    RMDir /r "$INSTDIR\versions\${VERSION}"
  ${EndIf}
  ClearErrors
  Rename "$Target" "$INSTDIR\versions\${VERSION}"
  ${If} ${Errors}
    IntOp $1 $1 + 1
    ${If} $1 < 20
      Sleep 500
      Goto again
    ${EndIf}
    RMDir /r "$Target"
    Push "${BRAND} ${VERSION} is at work, so that it cannot be replaced. Please quit it and install once more."
    Call Refuse
  ${EndIf}
FunctionEnd

!include "${SCRIPTS}/uninstaller.nsh"
