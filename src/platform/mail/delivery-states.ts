/** What modules write down when it shows what became of a mail about a record of theirs. */
import type { Trx } from '../database/types.ts'
import { point } from '../points.ts'
import type { Registry } from '../registry.ts'

export interface MailFate {
  /** The type of the records. */
  record: string
  /** It left, or came back. A record that is gone is nobody's fault: what throws here keeps the mail from being sent. */
  told(trx: Trx, mailId: number, state: 'sent' | 'bounced'): Promise<void>
}

export const mailFates = point<MailFate>('mail fates')

/**
 * Tells whose record a mail is about what became of it, in the transaction that writes it down.
 * @returns whether there is somebody who wants to know
 */
export async function tellFate(
  trx: Trx,
  registry: Registry,
  { id, object_type, state }: { id: number; object_type: string | null; state: string },
): Promise<boolean> {
  if (state !== 'sent' && state !== 'bounced') return false
  const fates = registry.all(mailFates).filter(({ record }) => record === object_type)
  for (const fate of fates) await fate.told(trx, id, state)
  return fates.length > 0
}
