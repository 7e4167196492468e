; Puts the folder of one version where it belongs, and does nothing else. The installer holds it as it is, so that an
; app whose Node is the one of this version downloads this part of the installer alone.
;   /D=FOLDER where the app is installed, as the last argument and without quotes
!include "${SCRIPTS}/shared.nsh"
VIAddVersionKey /LANG=1033 "FileDescription" "${BRAND} ${VERSION}"
VIAddVersionKey /LANG=1033 "OriginalFilename" "quorate-version-${VERSION}.exe"

Name "${BRAND}"
OutFile "${OUTPUT}"
InstallDir "${FOLDER}"
Icon "${ICON}"
SilentInstall silent
AutoCloseWindow true
SetCompressor /SOLID ${COMPRESSION}

Var Target

Section
  ${IfNot} ${FileExists} "${NODE}\node.exe"
    SetErrorLevel ${EXIT_REFUSED}
    Quit
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
    SetErrorLevel ${EXIT_REFUSED}
    Quit
  ${EndIf}

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
    SetErrorLevel ${EXIT_AT_WORK}
    Quit
  ${EndIf}
SectionEnd
