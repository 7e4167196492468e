; Stands for the programs of MetaTrader 5, by the name it is started under: the editor compiles whatever it is
; given, the terminal keeps what its start file says and holds the file open for a while, as it is read.
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
  ${If} $EXEFILE == "metaeditor64.exe"
    ${GetOptions} $0 "/compile:" $1
    ${WordReplace} $1 ".mq5" ".ex5" "-1" $1
    FileOpen $2 "$1" w
    FileWrite $2 "compiled"
    FileClose $2
    ${GetOptions} $0 "/log:" $1
    FileOpen $2 "$1" w
    FileWriteUTF16LE /BOM $2 "Result: 0 errors, 0 warnings, 10 ms elapsed$\r$\n"
    FileClose $2
  ${Else}
    ${GetOptions} $0 "/config:" $1
    FileOpen $2 "$1" r
    FileOpen $3 "$EXEDIR\started.ini" w
    ${Do}
      ClearErrors
      FileReadUTF16LE $2 $4
      ${If} ${Errors}
        ${ExitDo}
      ${EndIf}
      FileWriteUTF16LE $3 $4
    ${Loop}
    FileClose $3
    Sleep 1500
    FileClose $2
  ${EndIf}
  Quit
FunctionEnd

Section
SectionEnd
