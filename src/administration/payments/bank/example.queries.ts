import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { customerName } from '../../sales/sales/index.ts'
import type { ExampleLine } from './example.rules.ts'

/** What a bank could have told today of what is open: a statement to try, for the demo alone. */
export async function exampleLines(db: Db): Promise<{ account: string; opening: number; lines: ExampleLine[] }> {
  const open = await db
    .selectFrom('invoices')
    .leftJoin('companies', 'companies.id', 'invoices.company_id')
    .leftJoin('contacts', 'contacts.id', 'invoices.contact_id')
    .select(['invoices.open', sql<string>`invoices.uid`.as('uid'), customerName.as('name')])
    .where('invoices.open', '>', 100)
    .orderBy('invoices.expires_at', 'desc')
    .orderBy('invoices.id', 'desc')
    .limit(8)
    .execute()
  const last = await db
    .selectFrom('bank_statements')
    .select(['account', 'closing'])
    .orderBy('to_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [a, b, c, d, e] = open
  const iban = 'NL91ABNA0417164300'
  const lines: (ExampleLine | null)[] = [
    a ? { amount: a.open, name: a.name, iban, text: `Factuur ${a.uid}` } : null,
    b ? { amount: b.open, name: b.name, iban: null, text: 'voldoening rekening' } : null,
    c
      ? { amount: Math.floor(c.open / 2), name: c.name, iban: null, text: `${c.uid.toLowerCase()} eerste helft` }
      : null,
    d && e ? { amount: d.open + e.open, name: d.name, iban: null, text: `${d.uid} en ${e.uid}` } : null,
    { amount: 4_500, name: 'Onbekende betaler', iban: 'NL39RABO0300065264', text: 'met dank' },
    { amount: -1_895, name: 'Rabobank', iban: null, text: 'Kosten betalingsverkeer' },
  ]
  return {
    account: last?.account ?? 'NL44RABO0123456789',
    opening: last?.closing ?? 0,
    lines: lines.filter((line) => line !== null),
  }
}
