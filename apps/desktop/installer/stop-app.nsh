; Asks a running app to stop its bots in order and to end, and waits until nothing of it is at work. It ends
; the installation where that fails.
!macro StopAppFunction _PREFIX
Function ${_PREFIX}StopApp
  ReadINIStr $0 "${POINTER}" app current
  StrCmp $0 "" end
  StrCpy $0 "$INSTDIR\versions\$0\${PROGRAM}"
  IfFileExists "$0" 0 end
  again:
  ClearErrors
  ExecWait '"$0" ui --quit --data-dir "${DATA_FOLDER}"' $1
  ${If} ${Errors}
    ; A program that does not start is at work nowhere.
    Goto end
  ${EndIf}
  StrCmp $1 0 0 refused

  ; Windows lets nobody write to a program that runs: a bot whose app has died is found by this.
  StrCpy $1 0
  look:
  ClearErrors
  FileOpen $2 "$0" a
  ${IfNot} ${Errors}
    FileClose $2
    Goto end
  ${EndIf}
  IntOp $1 $1 + 1
  ${If} $1 < 20
    Sleep 500
    Goto look
  ${EndIf}

  refused:
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "${BRAND} is at work and did not end. Please stop your bots and quit it; then try again." /SD IDCANCEL IDRETRY again
  SetErrorLevel ${EXIT_REFUSED}
  Quit
  end:
  ClearErrors
FunctionEnd
!macroend
