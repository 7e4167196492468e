; Starts the version that is current. The table of what it decides is in docs/how-to/desktop.md, and the
; app's updates decide by the same.
!include "${SCRIPTS}/shared.nsh"
VIAddVersionKey /LANG=1033 "FileDescription" "${BRAND}"
VIAddVersionKey /LANG=1033 "OriginalFilename" "${LAUNCHER_NAME}"

Name "${BRAND}"
OutFile "${OUTPUT}"
Icon "${ICON}"
SilentInstall silent
AutoCloseWindow true
SetCompressor zlib

!define TRIES_MAX 2 ; Starts that a version on trial has to come up in.

Var Current
Var Previous
Var Trial
Var Tries
Var RolledBack
Var Arguments

!macro IfInstalled _VERSION
  ${If} "${_VERSION}" != ""
  ${AndIf} ${FileExists} "$INSTDIR\versions\${_VERSION}\${PROGRAM}"
!macroend

Function .onInit
  StrCpy $INSTDIR $EXEDIR
  ReadINIStr $Current "${POINTER}" app current
  ReadINIStr $Previous "${POINTER}" app previous
  ReadINIStr $Trial "${POINTER}" app trial
  ReadINIStr $Tries "${POINTER}" app tries
  ReadINIStr $RolledBack "${POINTER}" app rolled_back
  IntOp $Tries $Tries + 0
  ${GetParameters} $Arguments

  ${If} $Trial != ""
  ${AndIf} $Trial == $Current
    ${If} $Tries >= ${TRIES_MAX}
      !insertmacro IfInstalled $Previous
        Call GoBack
      ${EndIf}
    ${Else}
      !insertmacro IfInstalled $Current
        IntOp $Tries $Tries + 1
        ClearErrors
        !insertmacro WritePointer $Current $Previous $Trial $Tries $RolledBack
      ${EndIf}
    ${EndIf}
  ${EndIf}

  Call Start
  !insertmacro IfInstalled $Previous
    ; The current one is gone or does not start at all.
    Call GoBack
    Call Start
  ${EndIf}
  ; It asks for nothing, and so is silent itself; this sentence alone is shown, unless /S is given.
  ClearErrors
  ${GetOptions} $Arguments "/S" $0
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONSTOP "${BRAND} cannot start: no version of it is whole in $INSTDIR. Please install it again; your configurations stay."
  ${EndIf}
  SetErrorLevel 1
  Quit
FunctionEnd

Function GoBack
  StrCpy $RolledBack $Current
  StrCpy $Current $Previous
  StrCpy $Previous ""
  ClearErrors
  !insertmacro WritePointer $Current "" "" 0 $RolledBack
FunctionEnd

; Ends the launcher where the program begins to run.
Function Start
  !insertmacro IfInstalled $Current
    ClearErrors
    Exec '"$INSTDIR\versions\$Current\${PROGRAM}" $Arguments'
    ${IfNot} ${Errors}
      SetErrorLevel 0
      Quit
    ${EndIf}
  ${EndIf}
FunctionEnd

Section
SectionEnd
