; Installations in several folders of one person share the start menu, the list of installed apps and the start with
; Windows. Each has a name there of its own: the first is Quorate, the next one Quorate 2. It is kept beside the app.
!define ENTRY_FILE "$INSTDIR\install.ini"
!define ENTRIES_MAX 9

; Sets $Entry and $Suffix: to the name that this installation has, else to the first that no other has.
Function ChooseEntry
  ReadINIStr $Entry "${ENTRY_FILE}" install name
  ${If} $Entry != ""
    ReadRegStr $0 HKCU "${UNINSTALL_KEYS}\$Entry" "InstallLocation"
    ${If} $0 == $INSTDIR
      StrCpy $Suffix "$Entry" "" 7 ; After Quorate.
      Return
    ${EndIf}
  ${EndIf}
  StrCpy $1 1
  next:
  StrCpy $Suffix ""
  ${If} $1 > 1
    StrCpy $Suffix " $1"
  ${EndIf}
  StrCpy $Entry "Quorate$Suffix"
  ReadRegStr $0 HKCU "${UNINSTALL_KEYS}\$Entry" "InstallLocation"
  ; An entry whose folder is gone is nobody's.
  ${If} $0 != ""
  ${AndIf} $0 != $INSTDIR
  ${AndIf} ${FileExists} "$0\current.ini"
  ${AndIf} $1 < ${ENTRIES_MAX}
    IntOp $1 $1 + 1
    Goto next
  ${EndIf}
FunctionEnd
