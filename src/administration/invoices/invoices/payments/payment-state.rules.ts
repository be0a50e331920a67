/** What can be told of an invoice, and how that is called. */
import type { Told } from './payment-state.forms.ts'

interface Standing {
  open: number
  sent_at: Date | null
  credits_id: number | null
  disputed: boolean
  written_off: boolean
}

/** What can be told of an invoice that has a number, what comes first in front. */
export function canBeTold({ open, sent_at, credits_id, disputed, written_off }: Standing): Told[] {
  const sent: Told[] = sent_at === null ? ['sent'] : []
  if (credits_id !== null) return sent
  if (written_off) return [...sent, 'reopened']
  if (open === 0) return [...sent, ...(disputed ? ['reopened' as const] : [])]
  if (open < 0) return ['paid', ...sent]
  return [...sent, 'paid', disputed ? 'reopened' : 'disputed', 'written_off']
}

/** What each is called where one is chosen. */
export const toldLabels = (isBack: boolean): Record<Told, string> => ({
  sent: 'Verzonden',
  paid: isBack ? 'Terugbetaald' : 'Betaald',
  disputed: 'Betwist door de klant',
  written_off: 'Afgeboekt, dit wordt niet meer betaald',
  reopened: 'Weer gewoon open',
})

/** What is said afterwards. */
export const toldFlash = (uid: string, told: Told, isBack: boolean): string =>
  `Factuur ${uid}: ${
    {
      sent: 'verzonden',
      paid: isBack ? 'terugbetaling geboekt' : 'betaling geboekt',
      disputed: 'betwist',
      written_off: 'afgeboekt',
      reopened: 'weer open',
    }[told]
  }`
