import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { cancelActions, planningCancel } from './cancelling.screens.ts'
import { confirmStep, planningConfirm } from './confirming.screens.ts'

export { TOLD_KINDS, TellForm } from './notices.mails.ts'

/** Plannings are confirmed and cancelled, and those who have to do with them told. */
export const planningStatus: ModulePart = {
  screens: [planningConfirm, planningCancel],
  gifts: [give(popupActions, [confirmStep, ...cancelActions])],
}
