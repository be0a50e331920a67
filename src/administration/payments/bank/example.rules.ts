/** Writes a small CAMT.053 of our own, for who tries the demo and has no bank at hand. */
import { escapeHtml } from '../../../platform/format/escape.ts'

export interface ExampleLine {
  /** In cents. */
  amount: number
  name: string
  iban: string | null
  text: string
}

const euros = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
const side = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT')

/** A statement of one day (YYYY-MM-DD) with these lines, whose balances follow. */
export function exampleCamt(
  told: { account: string; opening: number; lines: readonly ExampleLine[] },
  day: string,
): string {
  const { account, opening, lines } = told
  const closing = lines.reduce((sum, { amount }) => sum + amount, opening)
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${side(cents)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const entries = lines.map(({ amount, name, iban, text }, i) => {
    const who = amount < 0 ? 'Cdtr' : 'Dbtr'
    const from = iban === null ? '' : `<${who}Acct><Id><IBAN>${iban}</IBAN></Id></${who}Acct>`
    return `<Ntry><Amt Ccy="EUR">${euros(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>VB-${day}-${i + 1}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><${who}><Nm>${escapeHtml(name)}</Nm></${who}>${from}</RltdPties><RmtInf><Ustrd>${escapeHtml(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>${day.slice(0, 4)}-999</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>
${[balance('OPBD', opening), balance('CLBD', closing), ...entries].join('\n')}
</Stmt></BkToCstmrStmt></Document>
`
}
