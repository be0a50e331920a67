import { formatDate } from '../../src/platform/format/format.ts'
import { today } from '../../src/platform/format/zone.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { upload } from '../support/upload.ts'

interface Line {
  /** In cents. */
  amount: number
  text?: string
  iban?: string
  name?: string
  ref?: string
  endToEnd?: string
  reason?: string
}

let number = 0

const euros = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
const side = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT')

const entryXml = ({ amount, text = '', iban, name, ref, endToEnd, reason }: Line, day: string, at: string) => {
  const who = amount < 0 ? 'Cdtr' : 'Dbtr'
  return `<Ntry><Amt Ccy="EUR">${euros(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${ref ?? at}</AcctSvcrRef><NtryDtls><TxDtls>
<Refs><EndToEndId>${endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs>
<RltdPties>${name ? `<${who}><Nm>${name}</Nm></${who}>` : ''}${iban ? `<${who}Acct><Id><IBAN>${iban}</IBAN></Id></${who}Acct>` : ''}</RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf>${reason ? `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
}

/** A statement of one day, of our own account unless told, whose amounts add up unless told how much they are off. */
export function camt(
  lines: Line[],
  { account = 'NL02ABNA0123456789', opening = (number + 1) * 100_000, day = today(), off = 0 } = {},
): Buffer {
  number++
  const closing = lines.reduce((sum, { amount }) => sum + amount, opening) + off
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${side(cents)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  return Buffer.from(`<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Id>${number}</Id>
<Acct><Id><IBAN>${account}</IBAN></Id></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}
${lines.map((line, i) => entryXml(line, day, `R${number}-${i}`)).join('\n')}</Stmt></BkToCstmrStmt></Document>`)
}

/** Reads a statement; its accounts are ours unless told which are. */
export const sendStatement = (
  who: Browser,
  bytes: Buffer,
  {
    name = 'afschrift.xml',
    accounts = [...bytes.toString('latin1').matchAll(/<Acct><Id><IBAN>(\w+)/g)].map(([, iban]) => iban).join(),
  } = {},
) => upload(who, '/administration/bank/upload', { accounts }, { name, bytes: new Uint8Array(bytes) })

export interface Sent {
  ids: number[]
  known: number
  entries: number
  booked: number
  proposed: number
}

/** What the entries of a statement became, in their order. */
export const entriesOf = (app: TestApp, statement: number) =>
  app.db
    .selectFrom('bank_entries')
    .select(['id', 'version', 'amount', 'state', 'confidence', 'reason'])
    .where('statement_id', '=', statement)
    .orderBy('position')
    .execute()

export const standing = async (app: TestApp, id: number) => {
  const { state, open, uid } = await app.db
    .selectFrom('invoices')
    .select(['state', 'open', 'uid'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { state, open, uid: uid! }
}

export const dayShown = () => formatDate(today())
