; Removes the versions of the app but two. Whatever else lies among them belongs to somebody else and stays.
; Takes the two from the stack; none is called "". Node stays as long as a version does.
!macro RemoveVersionsFunction _PREFIX
Function ${_PREFIX}RemoveVersions
  Pop $R1
  Pop $R2
  StrCpy $R5 0
  FindFirst $R3 $R4 "$INSTDIR\versions\*"
  next:
  StrCmp $R4 "" end
  StrCmp $R4 "." skip
  StrCmp $R4 ".." skip
  StrCmp $R4 $R1 skip
  StrCmp $R4 $R2 skip
  StrCpy $R6 $R4 5
  StrCmp $R6 "node-" 0 +2
  StrCmp $R1 "" 0 skip
  IfFileExists "$INSTDIR\versions\$R4\${PROGRAM}" ours
  IfFileExists "$INSTDIR\versions\$R4\files.json" ours
  ; What an installer or an update that was killed has left.
  StrCpy $R6 $R4 "" -5
  StrCmp $R6 ".part" ours
  StrCpy $R6 $R4 9
  StrCmp $R6 ".leaving-" ours skip
  ours:
  ClearErrors
  RMDir /r "$INSTDIR\versions\$R4"
  IfErrors 0 skip
  StrCpy $R5 1
  skip:
  FindNext $R3 $R4
  Goto next
  end:
  FindClose $R3
  RMDir "$INSTDIR\versions"
  ClearErrors
  StrCmp $R5 0 done
  SetErrors
  done:
FunctionEnd
!macroend
