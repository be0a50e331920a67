import { formatCount } from '../../../platform/format/format.ts'

/** Somebody who is to be invited. */
export interface Invited {
  /** '' when there is none. */
  email: string
  /** Whether a mail can go there. */
  reachable: boolean
}

/** How many addresses are wrong or missing, and that these people get nothing (T-167); null when all are right. */
export function emailWarning(people: readonly Invited[]): string | null {
  const wrong = people.filter(({ email, reachable }) => email !== '' && !reachable).length
  const empty = people.filter(({ email }) => email === '').length
  if (wrong + empty === 0) return null
  const parts = [
    ...(wrong > 0 ? [`${formatCount(wrong, 'e-mailadres klopt', 'e-mailadressen kloppen')} niet`] : []),
    ...(empty > 0 ? [`${formatCount(empty, 'e-mailadres ontbreekt', 'e-mailadressen ontbreken')}`] : []),
  ]
  const who = wrong + empty === 1 ? 'Deze persoon krijgt' : `Deze ${wrong + empty} personen krijgen`
  return `${parts.join(' en ')}. ${who} geen bericht.`
}
