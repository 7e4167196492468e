; What installer, uninstaller and launcher have in common. Folders and programs are called Quorate under
; every brand, so that one brand's version finds the other's.
Unicode true
Target amd64-unicode
RequestExecutionLevel user
ManifestSupportedOS Win10
ManifestDPIAware true
ManifestLongPathAware true
SetDateSave off
CRCCheck force
SetDatablockOptimize on

!include LogicLib.nsh
!include FileFunc.nsh

!define PROGRAM "quorate-app.exe"
!define LAUNCHER_NAME "Quorate.exe"
!define FOLDER "$LOCALAPPDATA\Programs\Quorate"
!define DATA_FOLDER "$APPDATA\Quorate"
!define POINTER "$INSTDIR\current.ini"

!define MOVE_OVER 9 ; MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH

VIProductVersion "${VERSION}.0"
VIFileVersion "${VERSION}.0"
VIAddVersionKey /LANG=1033 "ProductName" "${BRAND}"
VIAddVersionKey /LANG=1033 "CompanyName" "${BRAND}"
VIAddVersionKey /LANG=1033 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "LegalCopyright" ""

; Writes the pointer to the current version whole or not at all: it is written beside it and moved over it.
; Errors must be clear before it, or the pointer stays. $R9 is 0 where it stays.
; _ROLLED_BACK is the version that did not come up, or nothing.
!macro WritePointer _CURRENT _PREVIOUS _TRIAL _TRIES _ROLLED_BACK
  Delete "${POINTER}.new"
  WriteINIStr "${POINTER}.new" app current "${_CURRENT}"
  WriteINIStr "${POINTER}.new" app previous "${_PREVIOUS}"
  WriteINIStr "${POINTER}.new" app trial "${_TRIAL}"
  WriteINIStr "${POINTER}.new" app tries "${_TRIES}"
  WriteINIStr "${POINTER}.new" app rolled_back "${_ROLLED_BACK}"
  ; What a full disk has cut short must not take its place.
  StrCpy $R9 0
  ${IfNot} ${Errors}
    ; It counts as an error whatever it did, and the call after it clears every error.
    FlushINI "${POINTER}.new"
    System::Call 'kernel32::MoveFileExW(w "${POINTER}.new", w "${POINTER}", i ${MOVE_OVER}) i.R9'
  ${EndIf}
!macroend
