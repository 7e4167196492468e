; Stands for the app's program in tests of launcher and installer: it writes down how it was started, and ends
; with the code that lies ready for its first word.
Unicode true
Target amd64-unicode
RequestExecutionLevel user
ManifestSupportedOS Win10
SilentInstall silent
OutFile "${OUTPUT}"
!include LogicLib.nsh
!include FileFunc.nsh
!include WordFunc.nsh

Function .onInit
  ${GetParameters} $0
  ${GetFileName} "$EXEDIR" $1
  FileOpen $2 "$LOCALAPPDATA\calls.txt" a
  FileSeek $2 0 END
  FileWrite $2 "$1 $0$\n"
  FileClose $2
  ${WordFind} $0 " " "+1" $1
  ReadINIStr $3 "$LOCALAPPDATA\codes.ini" codes "$1"
  IntOp $3 $3 + 0
  ReadINIStr $4 "$LOCALAPPDATA\codes.ini" sleeps "$1"
  ${If} $4 != ""
    Sleep $4
  ${EndIf}
  SetErrorLevel $3
  Quit
FunctionEnd

Section
SectionEnd
