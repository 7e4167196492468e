; What the installer and the package of a version have in common. Folders and programs are called Quorate under every
; brand, so that one brand's version finds the other's.
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
!define NODE "$INSTDIR\versions\${NODE_FOLDER}"

; Exit codes: nothing was changed.
!define EXIT_REFUSED 2
!define EXIT_AT_WORK 3

VIProductVersion "${VERSION}.0"
VIFileVersion "${VERSION}.0"
VIAddVersionKey /LANG=1033 "ProductName" "${BRAND}"
VIAddVersionKey /LANG=1033 "CompanyName" "${BRAND}"
VIAddVersionKey /LANG=1033 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "LegalCopyright" ""
