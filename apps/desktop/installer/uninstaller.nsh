; Removes the app, and its data where the person says so.
;   /S            asks nothing and keeps the data
;   /REMOVEDATA   removes the data too, without a question
Var RemoveData
!define TASKS '"$SYSDIR\schtasks.exe"'
!define TASK "$Entry before sign-in"

Function un.onInit
  SetShellVarContext current
  StrCpy $RemoveData 0
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/REMOVEDATA" $1
  ${IfNot} ${Errors}
    StrCpy $RemoveData 1
  ${EndIf}
FunctionEnd

Section "Uninstall"
  SetShellVarContext current
  ; Nothing is removed from a folder that is not ours.
  ${IfNot} ${FileExists} "$INSTDIR\${LAUNCHER_NAME}"
  ${AndIfNot} ${FileExists} "${POINTER}"
    MessageBox MB_OK|MB_ICONSTOP "${BRAND} is not installed in $INSTDIR." /SD IDOK
    SetErrorLevel ${EXIT_REFUSED}
    Quit
  ${EndIf}
  Push "--quit"
  Call un.StopApp

  ${If} $RemoveData == 0
  ${AndIf} ${FileExists} "${DATA_FOLDER}\*"
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Remove your data, too? These are your configurations, the passwords of your accounts, and the journal of your trades, in ${DATA_FOLDER}." /SD IDNO IDNO keep
    StrCpy $RemoveData 1
    keep:
  ${EndIf}
  ${If} $RemoveData == 1
    Call un.RemoveData
  ${EndIf}

  ; Of its own entries alone: another installation may have others.
  ReadINIStr $Entry "${ENTRY_FILE}" install name
  ${If} $Entry == ""
    StrCpy $Entry "Quorate"
  ${EndIf}
  DeleteRegValue HKCU "${RUN_KEY}" "$Entry"
  Call un.RemoveTask
  ReadRegStr $0 HKCU "${UNINSTALL_KEY}" "StartMenuEntry"
  ${If} $0 != ""
    Delete "$0"
  ${EndIf}
  Push ""
  Push ""
  ClearErrors
  Call un.RemoveVersions
  Delete "$INSTDIR\${LAUNCHER_NAME}"
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONEXCLAMATION "A part of ${BRAND} is at work and stays in $INSTDIR. Please quit it and uninstall once more." /SD IDOK
    SetErrorLevel ${EXIT_REFUSED}
    Quit
  ${EndIf}
  Delete "${ENTRY_FILE}"
  Delete "${POINTER}"
  Delete "${POINTER}.new"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  Delete "$INSTDIR\uninstall.exe"
  ; Without /r: whatever somebody put beside it stays.
  SetOutPath "$TEMP"
  RMDir "$INSTDIR"
SectionEnd

; The task that starts the app before anybody signs in. An administrator made it: Windows asks for one to remove it.
Function un.RemoveTask
  nsExec::Exec '${TASKS} /Query /TN "${TASK}"'
  Pop $0
  ${If} $0 != 0
    Return
  ${EndIf}
  ${If} ${Silent}
    nsExec::Exec '${TASKS} /Delete /TN "${TASK}" /F'
    Pop $0
  ${Else}
    ExecShellWait "runas" "$SYSDIR\schtasks.exe" '/Delete /TN "${TASK}" /F' SW_HIDE
  ${EndIf}
  nsExec::Exec '${TASKS} /Query /TN "${TASK}"'
  Pop $0
  ${If} $0 == 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "The task $\"${TASK}$\" could not be removed. It starts nothing any more; you can delete it in the Task Scheduler of Windows." /SD IDOK
  ${EndIf}
  ClearErrors
FunctionEnd

; Secrets lie in Windows' own store, where removing the folder leaves them.
Function un.RemoveData
  ReadINIStr $0 "${POINTER}" app current
  StrCpy $0 "$INSTDIR\versions\$0\${PROGRAM}"
  ClearErrors
  ExecWait '"$0" forget-secrets --data-dir "${DATA_FOLDER}"' $1
  ${If} ${Errors}
  ${OrIf} $1 != 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "Some passwords could not be removed. You find them in the Credential Manager of Windows, under names with $\"Quorate bot$\"." /SD IDOK
  ${EndIf}
  RMDir /r "${DATA_FOLDER}"
  ClearErrors
FunctionEnd
