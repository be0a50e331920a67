import { sql } from 'kysely'

/** The letters about an invoice of ours, as SQL. */
export const lettersOfInvoice = (id: number) => sql<{ id: number; step: string; written_on: string; sent: boolean }>`
  select r.id, r.step, r.written_on, r.sent_at is not null as sent
  from reminder_items i join reminders r on r.id = i.reminder_id
  where i.invoice_id = ${id} and i.counts and i.step <> 'statement'`
