import type { Status } from '../../../platform/screens/models.ts'

/** Days before its end from which a refresher waits for an invitation. */
export const INVITE_WITHIN = 60

/**
 * How a refresher stands: somebody is enrolled for it; else it can wait (ok), is due within three months (soon), is
 * over but still within the grace of its course (late), or asks for the whole course again (over).
 */
export type RefresherState = 'ok' | 'soon' | 'late' | 'over' | 'booked'

export const STATES: Record<RefresherState, Status & { light: string }> = {
  soon: { light: 'light--soon', css: 'st-option', label: 'Verloopt binnen 3 maanden' },
  late: { light: 'light--late', css: 'st-cancelled', label: 'Verlopen' },
  over: { light: 'light--late', css: 'st-cancelled', label: 'Uitlooptermijn voorbij' },
  booked: { light: 'light--booked', css: 'st-planned', label: 'Ingeschreven' },
  ok: { light: 'light--ok', css: 'st-confirmed', label: 'Later' },
}

/** The traffic light of a refresher in a list. */
export const lightOf = (state: RefresherState): Status => ({ css: STATES[state].light, label: STATES[state].label })
