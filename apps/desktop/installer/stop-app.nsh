!define GENERIC_WRITE 0x40000000
!define SHARE_ALL 7
!define OPEN_EXISTING 3
!define ERROR_SHARING_VIOLATION 32

!macro StopAppFunctions _PREFIX
; Leaves 1 on the stack where a program of this installation runs, else 0. Windows lets nobody write to a program that
; runs: a bot whose app has died is found by that, too.
Function ${_PREFIX}IsAtWork
  StrCpy $1 0
  FindFirst $3 $4 "$INSTDIR\versions\*"
  next:
  StrCmp $4 "" end
  StrCpy $5 "$INSTDIR\versions\$4\${PROGRAM}"
  IfFileExists "$5" look
  StrCpy $5 "$INSTDIR\versions\$4\node.exe"
  IfFileExists "$5" 0 skip
  ; Somebody else may keep a Node there.
  StrCpy $6 $4 5
  StrCmp $6 "node-" look skip
  look:
  System::Call 'kernel32::CreateFileW(w r5, i ${GENERIC_WRITE}, i ${SHARE_ALL}, p 0, i ${OPEN_EXISTING}, i 0, p 0) p.r2 ?e'
  Pop $6
  ${If} $2 P= -1
    ${If} $6 = ${ERROR_SHARING_VIOLATION}
      StrCpy $1 1
    ${EndIf}
  ${Else}
    System::Call 'kernel32::CloseHandle(p r2)'
  ${EndIf}
  skip:
  FindNext $3 $4
  Goto next
  end:
  FindClose $3
  ClearErrors
  Push $1
FunctionEnd

; Asks a running app to stop its bots in order and to end, and waits until nothing of this installation is at work. It
; ends the installation where that fails. Takes from the stack what the app is asked with.
Function ${_PREFIX}StopApp
  Pop $7
  again:
  Call ${_PREFIX}IsAtWork
  Pop $1
  StrCmp $1 0 end
  ReadINIStr $0 "${POINTER}" app current
  StrCpy $0 "$INSTDIR\versions\$0\${PROGRAM}"
  ClearErrors
  ExecWait '"$0" ui $7 --data-dir "${DATA_FOLDER}"' $1
  ${If} ${Errors}
  ${OrIf} $1 != 0
    ; One of before knows less.
    ClearErrors
    ExecWait '"$0" ui --quit --data-dir "${DATA_FOLDER}"' $1
    ${If} ${Errors}
    ${OrIf} $1 != 0
      Goto refused
    ${EndIf}
  ${EndIf}
  StrCpy $8 0
  look:
  Call ${_PREFIX}IsAtWork
  Pop $1
  StrCmp $1 0 end
  IntOp $8 $8 + 1
  ${If} $8 < 20
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
