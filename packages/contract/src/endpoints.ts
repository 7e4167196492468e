import {
  forgotPassword,
  login,
  logout,
  resendVerification,
  resetPassword,
  signup,
  verifyEmail,
} from './account.ts';
import { listAudit } from './admin-audit.ts';
import { getServiceHealth } from './admin-health.ts';
import { drainRunner, getHostedOverview, listAdminHosted } from './admin-hosted.ts';
import { handleMessage, listAdminMessages, reopenMessage } from './admin-messages.ts';
import {
  getAdminPayment,
  listAdminPayments,
  lookUpPayment,
  refundPayment,
} from './admin-payments.ts';
import { getAdminRecord } from './admin-record.ts';
import { listAdminReleases, withdrawRelease } from './admin-releases.ts';
import { hideReview, listAdminReviews, showReview } from './admin-reviews.ts';
import { downloadSpend, getSpend, listUserSpend } from './admin-spend.ts';
import {
  endUserSessions,
  getUser,
  givePlan,
  listUserBots,
  listUserEvents,
  listUserPayments,
  listUserSubscriptions,
  listUsers,
  resendUserVerification,
} from './admin-users.ts';
import {
  listProviderTasks,
  listWebhookEvents,
  reconcileNow,
  replayWebhook,
  retryProviderTask,
} from './admin-webhooks.ts';
import { getApiDocument } from './api-document.ts';
import { listPlans } from './billing.ts';
import { getCalendar } from './calendar.ts';
import { getCalibration, getPanelRecord, getPrior, getServiceCalibration } from './calibration.ts';
import { sendChatMessage } from './chat.ts';
import { getChecklist, saveChecklist } from './checklist.ts';
import { getCheckoutSettings, startCheckout, upgradePlan } from './checkout.ts';
import { sendContactMessage } from './contact.ts';
import {
  explainDecision,
  getTradeStory,
  reportOutcome,
  reportOutcomes,
} from './decision-outcomes.ts';
import { replayDecision } from './decision-replay.ts';
import { getDecisionSums } from './decision-sums.ts';
import { analyse, getDecision, listDecisions } from './decisions.ts';
import { getDesk } from './desk.ts';
import { getDesktopUpdate } from './desktop-update.ts';
import { claimDevice, makeDeviceCode } from './devices.ts';
import { downloadDesktopInstaller, getDesktopRelease } from './downloads.ts';
import type { Endpoint } from './endpoint.ts';
import { getEquityCurve } from './equity-curve.ts';
import { tryExits } from './exit-trials.ts';
import { getHealth, getReadiness } from './health.ts';
import {
  changeHostedAccount,
  createHostedAccount,
  deleteHostedAccount,
  listHostedAccounts,
  resetHostedAccount,
} from './hosted-accounts.ts';
import { listImports, removeImport } from './import-records.ts';
import {
  addJournalPicture,
  getDayJournal,
  getJournalPicture,
  getTradeJournal,
  listJournal,
  listJournalDays,
  listJournalTags,
  removeJournalPicture,
  removeJournalTag,
  renameJournalTag,
  saveDayJournal,
  saveTradeJournal,
} from './journal.ts';
import { downloadLedger, getLedger, getLedgerKey } from './ledger.ts';
import { commandBot, listBots, sendHeartbeat } from './live.ts';
import { getLive } from './live-stream.ts';
import { downloadModels, downloadModelsProof, listModels } from './models-board.ts';
import { deleteAccount, exportMyData } from './my-data.ts';
import {
  addPushBrowser,
  getNotifications,
  removePushBrowser,
  saveNotifications,
  testPushBrowser,
} from './notifications.ts';
import { getPerformance, getSimulation } from './performance.ts';
import { finishProviderSignIn, startProviderSignIn, unlinkProvider } from './providers.ts';
import {
  downloadPublicRecord,
  getPublicRecord,
  listPublicRecords,
  listPublicTrades,
  removePublicRecord,
  savePublicRecord,
} from './public-records.ts';
import { downloadRecord, getRecord } from './record.ts';
import { getMyReview, listReviews, writeReview } from './reviews.ts';
import {
  chooseRuleSet,
  getBotRuleSet,
  listRuleSetChanges,
  listRuleSetPresets,
  listRuleSets,
  rebaseRuleSet,
  reportFloors,
  tryRuleSets,
} from './rule-sets.ts';
import {
  addPasskey,
  disableTotp,
  enableTotp,
  makeRecoveryCodes,
  removePasskey,
  startPasskey,
  startTotp,
} from './second-factors.ts';
import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  confirmIdentity,
  confirmWithPasskey,
  endOtherSessions,
  endSession,
  getAccountSecurity,
  listSecurityEvents,
  listSessions,
  startPasskeyConfirmation,
} from './security.ts';
import { loginWithCode, loginWithPasskey, startPasskeyLogin } from './sign-in-steps.ts';
import { getSiteFigures } from './site.ts';
import { getServiceStatus } from './status.ts';
import {
  cancelSubscription,
  changePlan,
  getSubscription,
  keepSubscription,
  listPayments,
  openBillingPortal,
  openInvoice,
  previewPlanChange,
} from './subscription.ts';
import { getTradeCharts } from './trade-charts.ts';
import { exportTrades } from './trade-export.ts';
import { importTrades, previewImport } from './trade-import.ts';
import { getTradeProvenance } from './trade-provenance.ts';
import { syncTrades } from './trade-sync.ts';
import { getSuccessRate, getTradeStatistics, getTradingStatistics } from './trades.ts';
import { getDashboard, getEntitlements } from './usage.ts';
import { listVoters } from './voters.ts';
import { listWeeklyReviews, unsubscribe } from './weekly-review.ts';

/** Every call there is, by name: what a test walks and the API page is made from. */
export const ENDPOINTS = {
  signup,
  login,
  logout,
  verifyEmail,
  resendVerification,
  forgotPassword,
  resetPassword,
  loginWithCode,
  startPasskeyLogin,
  loginWithPasskey,
  startProviderSignIn,
  finishProviderSignIn,
  unlinkProvider,
  getAccountSecurity,
  confirmIdentity,
  startPasskeyConfirmation,
  confirmWithPasskey,
  changePassword,
  changeEmail,
  cancelEmailChange,
  listSessions,
  endSession,
  endOtherSessions,
  listSecurityEvents,
  startTotp,
  enableTotp,
  disableTotp,
  makeRecoveryCodes,
  startPasskey,
  addPasskey,
  removePasskey,
  makeDeviceCode,
  claimDevice,
  exportMyData,
  deleteAccount,
  listPlans,
  getCheckoutSettings,
  startCheckout,
  upgradePlan,
  getSubscription,
  cancelSubscription,
  keepSubscription,
  previewPlanChange,
  changePlan,
  listPayments,
  openInvoice,
  openBillingPortal,
  getDashboard,
  getEntitlements,
  analyse,
  getDecision,
  listDecisions,
  explainDecision,
  getTradeStory,
  replayDecision,
  tryExits,
  listVoters,
  getCalibration,
  getServiceCalibration,
  getPanelRecord,
  getPrior,
  getLedger,
  downloadLedger,
  getLedgerKey,
  getRecord,
  downloadRecord,
  listPublicRecords,
  savePublicRecord,
  removePublicRecord,
  getPublicRecord,
  listPublicTrades,
  downloadPublicRecord,
  reportOutcome,
  reportOutcomes,
  syncTrades,
  previewImport,
  importTrades,
  listImports,
  removeImport,
  exportTrades,
  listJournal,
  getTradeJournal,
  saveTradeJournal,
  listJournalDays,
  getDayJournal,
  saveDayJournal,
  listJournalTags,
  renameJournalTag,
  removeJournalTag,
  addJournalPicture,
  getJournalPicture,
  removeJournalPicture,
  listWeeklyReviews,
  getTradeStatistics,
  getSuccessRate,
  getTradingStatistics,
  getTradeCharts,
  getTradeProvenance,
  getPerformance,
  getEquityCurve,
  getDecisionSums,
  getSimulation,
  sendHeartbeat,
  listBots,
  commandBot,
  getDesk,
  listHostedAccounts,
  createHostedAccount,
  changeHostedAccount,
  resetHostedAccount,
  deleteHostedAccount,
  getLive,
  getBotRuleSet,
  reportFloors,
  listRuleSets,
  listRuleSetPresets,
  chooseRuleSet,
  rebaseRuleSet,
  listRuleSetChanges,
  tryRuleSets,
  getCalendar,
  getNotifications,
  saveNotifications,
  addPushBrowser,
  removePushBrowser,
  testPushBrowser,
  unsubscribe,
  listReviews,
  getMyReview,
  writeReview,
  getChecklist,
  saveChecklist,
  getDesktopRelease,
  getDesktopUpdate,
  downloadDesktopInstaller,
  sendContactMessage,
  sendChatMessage,
  getSiteFigures,
  listModels,
  downloadModels,
  downloadModelsProof,
  getServiceStatus,
  listAudit,
  listUsers,
  getUser,
  listUserSubscriptions,
  listUserPayments,
  listUserBots,
  listUserEvents,
  givePlan,
  endUserSessions,
  resendUserVerification,
  getSpend,
  listUserSpend,
  downloadSpend,
  getServiceHealth,
  getAdminRecord,
  listAdminPayments,
  getAdminPayment,
  refundPayment,
  lookUpPayment,
  listWebhookEvents,
  replayWebhook,
  listProviderTasks,
  retryProviderTask,
  reconcileNow,
  listAdminReviews,
  hideReview,
  showReview,
  listAdminMessages,
  handleMessage,
  reopenMessage,
  listAdminReleases,
  withdrawRelease,
  getHostedOverview,
  listAdminHosted,
  drainRunner,
  getApiDocument,
  getHealth,
  getReadiness,
} as const satisfies Record<string, Endpoint>;
