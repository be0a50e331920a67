import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readStatements } from '../../src/administration/payments/bank/reading/reading.rules.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/bank/${name}`, import.meta.url))
const read = (name: string) => readStatements(fixture(name))
const readText = (text: string) => readStatements(Buffer.from(text))
const camt = () => fixture('camt-001-02.xml').toString()

describe('MT940', () => {
  it('of ING: counter account and name of :86:, wrapped lines, a debit that came back', () => {
    const [statement] = read('ing.mt940')
    expect(statement).toMatchObject({
      ...{ format: 'mt940', account: 'NL69INGB0123456789', number: '00231', to_on: '2026-11-18' },
      ...{ opening: 150_000, closing: 168_750 },
    })
    expect(statement!.entries[0]).toEqual({
      ...{ booked_on: '2026-11-18', amount: 5995, bank_ref: '26111800000001', end_to_end: 'KLANT-4411' },
      ...{ reference: null, counter_iban: 'NL32INGB0000012345', counter_name: 'Installatiebedrijf Twente B.V.' },
      ...{ description: 'Factuur f2026 - 0041 BHV boeken', return_reason: null, payments: 1 },
    })
    expect(statement!.entries[3]).toMatchObject({ amount: -5995, return_reason: 'MS03', end_to_end: 'INC-0007' })
  })

  it('of Rabobank: the header is cut, and the counter account stands below :61:', () => {
    const [{ entries, account } = { entries: [], account: '' }] = read('rabobank.mt940')
    expect(account).toBe('NL44RABO0123456789')
    expect(entries.map(({ amount, counter_iban, counter_name }) => [amount, counter_iban, counter_name])).toEqual([
      [15_000, 'NL65RABO0987654321', 'Kuipers Bouw'],
      [4_510, 'NL02RABO0300065264', 'Bram ter Linde'],
    ])
    expect(entries[0]!.description).toBe('F20260042 en F2026 0043 samen')
  })

  it('of ABN AMRO: with tags, and in the words of before them', () => {
    const [{ entries } = { entries: [] }] = read('abnamro.mt940')
    expect(
      entries.map(({ description, counter_name, counter_iban }) => [description, counter_name, counter_iban]),
    ).toEqual([
      ['BETALING FACTUUR 2026-0045', 'VERENIGING HET ANKER', 'NL39ABNA0500950253'],
      ['LIDMAATSCHAP', 'VERENIGING HET ANKER', 'NL39ABNA0500950253'],
    ])
  })

  it('in the code page of Windows keeps its accents', () => {
    const text = fixture('ing.mt940').toString().replace('Zorggroep De Linde', 'Zoë Groeß')
    const [{ entries } = { entries: [] }] = readStatements(Buffer.from(text, 'latin1'))
    expect(entries[1]!.counter_name).toBe('Zoë Groeß')
  })
})

/** An MT940 statement with one line, whose amounts add up. */
const mt940 = (line: string, days = ['251230', '260105']) =>
  `:20:1\n:25:NL69INGB0123456789\n:28C:1\n:60F:C${days[0]}EUR0,00\n:61:${line}C100,00NTRFNONREF\n:86:x\n:62F:C${days[1]}EUR100,00\n`

describe('the day on which a line of MT940 was booked', () => {
  it.each([
    ['2601011231', '2025-12-31'],
    ['2512310102', '2026-01-02'],
    ['2601020103', '2026-01-03'],
    ['2601030102', '2026-01-02'],
    ['2512311231', '2025-12-31'],
    ['260101', '2026-01-01'],
    ['2402290229', '2024-02-29'],
  ])('of %s is the nearest to its value date: %s', (line, day) => {
    expect(readText(mt940(line))[0]!.entries[0]!.booked_on).toBe(day)
  })

  it('exists, or the file is refused with its line', () => {
    for (const line of ['2602300228', '2602280230', '2613010101', '2602290228'])
      expect(() => readText(mt940(line))).toThrow(/^Regel 5 \(:61:\): ‘2026-\d\d-\d\d’ is geen bestaande dag\. Er is niets ingelezen\.$/) // prettier-ignore
    expect(() => readText(mt940('260101', ['260230', '260301']))).toThrow(/^Regel 4 \(:60F:\): ‘2026-02-30’/)
    expect(() => readText(mt940('260101', ['260101', '260431']))).toThrow(/^Regel 7 \(:62F:\): ‘2026-04-31’/)
  })
})

describe('CAMT.053', () => {
  it('of 2009: a batch is its details, what is pending is left out', () => {
    const [statement] = read('camt-001-02.xml')
    expect(statement).toMatchObject({ account: 'NL44RABO0123456789', number: '322', opening: 10_000, closing: 33_980 })
    expect(statement!.entries.map(({ amount, bank_ref }) => [amount, bank_ref])).toEqual([
      [5995, 'RABO-77'],
      [11_990, 'BATCH-9/1'],
      [11_990, 'BATCH-9/2'],
      [-5995, 'RABO-78'],
    ])
    expect(statement!.entries[0]).toMatchObject({ counter_name: 'Kuipers & Zn', description: 'F2026-0041 met dank' })
    expect(statement!.entries[2]).toMatchObject({ reference: 'RF18539007547034' })
    expect(statement!.entries[3]).toMatchObject({ return_reason: 'MD06' })
  })

  it('of 2019: names one level deeper, with a prefix', () => {
    const [statement] = read('camt-001-08.xml')
    expect(statement).toMatchObject({ from_on: '2026-11-19', to_on: '2026-11-19', closing: 43_980 })
    expect(statement!.entries[0]).toMatchObject({ counter_name: 'Zoë Øster', description: 'termijn 2026/44' })
  })

  it('comes as several in a zip, the earliest first', () => {
    const files = { 'b.xml': fixture('camt-001-08.xml'), 'a.xml': fixture('camt-001-02.xml'), 'lees.txt': strToU8('x') }
    expect(readStatements(zipSync(files)).map(({ number }) => number)).toEqual(['322', '323'])
  })
})

describe('a file that cannot be trusted', () => {
  it('is refused as a whole when its amounts do not add up', () => {
    for (const [name, from, to] of [
      ['camt-001-02.xml', '339.80', '339.81'],
      ['ing.mt940', ':62F:C261118EUR1687,50', ':62F:C261118EUR1687,51'],
      ['ing.mt940', 'C200,00', 'C200,10'],
    ] as const)
      expect(() => readText(fixture(name).toString().replace(from, to))).toThrow(/klopt niet.*Er is niets ingelezen/s)
  })

  it('is refused in Dutch when it is built to harm its reader', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    const outside = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    for (const doctype of [bomb, outside])
      expect(() => readText(camt().replace('<Document', `${doctype}<Document`))).toThrow(/DOCTYPE/)
    expect(() => readText(camt().replace('met dank', '&f;'))).toThrow(/beschadigd/)
    expect(() => readText(camt().replace('met dank', '<a>'.repeat(60) + '</a>'.repeat(60)))).toThrow(/beschadigd/)
    expect(() => readText(camt().replace('met dank', 'x'.repeat(30_000)))).toThrow(/beschadigd/)
    expect(() => readText(camt().slice(0, 2_000))).toThrow(/beschadigd/)
    expect(() => readText(camt().replaceAll('Ccy="EUR"', 'Ccy="USD"'))).toThrow(/in euro/)
    expect(() => readText('hallo')).toThrow(/geen bankafschrift/)
    expect(() => readStatements(Buffer.from([0x50, 0x4b, 3, 4, 9, 9]))).toThrow(/beschadigd/)
  })

  it('keeps no half of an emoji where a text is cut', () => {
    const text = camt().replace('met dank', `${'x'.repeat(1988)}😀`)
    const [{ entries } = { entries: [] }] = readText(text)
    expect(entries[0]!.description).toHaveLength(2000)
    expect(entries[0]!.description.isWellFormed()).toBe(true)
  })
})

/** A CAMT.053 with these entries and balances, before them or after. */
const made = (
  entries: string,
  { opening = '0.00', closing = '0.00', head = '', first = 'OPBD', day = '2026-11-18' } = {},
) =>
  `<Document><BkToCstmrStmt><Stmt>${head === '' ? '<Id>7</Id><Acct><Id><IBAN>NL44RABO0123456789</IBAN></Id></Acct>' : head}
  ${balance(first, opening, day)}${entries}${balance('CLBD', closing, day)}</Stmt></BkToCstmrStmt></Document>`
const balance = (code: string, amount: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
const ntry = (amount: string, inner = '', status = '<Sts>BOOK</Sts>') =>
  `<Ntry><Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>${status}<BookgDt><Dt>2026-11-18</Dt></BookgDt>${inner}</Ntry>`
const tx = (inner: string) => `<NtryDtls><TxDtls>${inner}</TxDtls></NtryDtls>`
const only = (xml: string) => readText(xml)[0]!
const entryOf = (amount: string, inner: string) => only(made(ntry(amount, inner), { closing: amount })).entries[0]!

describe('a statement in CAMT.053', () => {
  it('is named by its account and number, whichever of them its bank gives', () => {
    const of = (head: string) => {
      const { account, number } = only(made('', { head }))
      return [account, number]
    }
    const other = '<Acct><Id><Othr><Id>500950253</Id></Othr></Id></Acct>'
    expect(of(`<LglSeqNb>12</LglSeqNb><Id>7</Id>${other}`)).toEqual(['500950253', '12'])
    expect(of(`<ElctrncSeqNb>3</ElctrncSeqNb><LglSeqNb>12</LglSeqNb>${other}`)).toEqual(['500950253', '3'])
    expect(of(`<Id>7</Id>${other}`)).toEqual(['500950253', '7'])
    expect(of(other)).toEqual(['500950253', '-'])
  })

  it('is of the days that it tells, or else from its first line', () => {
    const head = '<Acct><Id><IBAN>NL44RABO0123456789</IBAN></Id></Acct>'
    const period = '<FrToDt><FrDtTm>2026-11-01T00:00:00</FrDtTm></FrToDt>'
    expect(only(made('', { head: period + head }))).toMatchObject({ from_on: '2026-11-01', to_on: '2026-11-18' })
    expect(only(made('', { head, day: '2026-11-30' }))).toMatchObject({ from_on: '2026-11-30', to_on: '2026-11-30' })
    expect(only(made(ntry('1.00') , { head, day: '2026-11-30', closing: '1.00' }))).toMatchObject({ from_on: '2026-11-18', to_on: '2026-11-30' }) // prettier-ignore
  })

  it('may be below zero, begin with what was booked before, and have no entries', () => {
    expect(only(made('', { opening: '-12.34', closing: '-12.34' }))).toMatchObject({ opening: -1234, closing: -1234 })
    expect(only(made('', { first: 'PRCD', opening: '1.00', closing: '1.00' }))).toMatchObject({ opening: 100 })
    expect(only(made(balance('PRCD', '9.00', '2026-11-17'), { opening: '1.00', closing: '1.00' }))).toMatchObject({ opening: 100 }) // prettier-ignore
    expect(only(made(balance('CLBD', '9.00', '2026-11-17'), { opening: '1.00', closing: '1.00' }))).toMatchObject({ closing: 100 }) // prettier-ignore
    expect(() => only(made('', { first: 'ITBD' }))).toThrow(
      'Afschrift 7: het beginsaldo (OPBD) ontbreekt. Er is niets ingelezen.',
    )
    expect(() => readText(made('').replace('CLBD', 'CLAV'))).toThrow('het eindsaldo (CLBD) ontbreekt')
    expect(() => readText(made('').replaceAll('>CRDT<', '>X<'))).toThrow(
      'Afschrift 7, saldo 1: Er staat niet bij of het bij (CRDT) of af (DBIT) is.',
    )
  })

  it('comes in pieces larger than one, with text in CDATA', () => {
    const long = Array.from({ length: 300 }, (_, i) => ntry('0.01', `<AddtlNtryInf>${'é'.repeat(200)}${i}</AddtlNtryInf>`)) // prettier-ignore
    const { entries } = only(made(long.join('\n'), { closing: '3.00' }))
    expect(entries.map(({ description }) => description)).toEqual(long.map((_, i) => `${'é'.repeat(200)}${i}`))
    expect(entryOf('1.00', '<AddtlNtryInf><![CDATA[A & B]]> en C</AddtlNtryInf>').description).toBe('A & B en C')
  })

  it('has balances that its bank names in words of its own, and no day is no day', () => {
    const own = made('').replace('<Cd>OPBD</Cd>', '<Prtry>OPBD</Prtry>')
    expect(only(own).opening).toBe(0)
    expect(() => readText(made('').replace('<Amt Ccy="EUR">0.00</Amt>', ''))).toThrow(
      'Afschrift 7, saldo 1: Een leeg veld is geen bedrag',
    )
    expect(() => readText(made('').replace('<Dt><Dt>2026-11-18</Dt></Dt>', ''))).toThrow(
      'Een leeg veld is geen bestaande dag.',
    )
    expect(() => readText(made('', { head: '<Id>7</Id>' }))).toThrow('Afschrift 7: de rekening ontbreekt.')
    expect(() => readText(made('').replaceAll('Ccy="EUR"', 'Ccy="GBP"'))).toThrow(/in euro/)
  })

  it('may come with others in one file, each with its own lines', () => {
    const two = made(ntry('1.00'), { closing: '1.00' }) .replace(/<\/Stmt>.*/s, '') + made(ntry('2.00'), { opening: '1.00', closing: '3.00' }).replace(/^.*?(?=<Stmt>)/s, '</Stmt>') // prettier-ignore
    expect(readText(two).map(({ closing, entries }) => [closing, entries.map(({ amount }) => amount)])).toEqual([
      [100, [100]],
      [300, [200]],
    ])
  })
})

describe('an entry of CAMT.053', () => {
  it('is booked by its own word, whether that is a code or a text', () => {
    const amounts = (status: string) => only(made(ntry('0.00') + ntry('1.00', '', status) , { closing: status.includes('PDNG') || status.includes('INFO') ? '0.00' : '1.00' })).entries.map(({ amount }) => amount) // prettier-ignore
    for (const status of ['', '<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>']) expect(amounts(status)).toEqual([100])
    for (const status of ['<Sts>PDNG</Sts>', '<Sts><Cd>INFO</Cd></Sts>']) expect(amounts(status)).toEqual([])
  })

  it('has its day of booking, or else that of its value', () => {
    const dayOf = (days: string) => only(made(ntry('1.00').replace(/<BookgDt>.*<\/BookgDt>/, days), { closing: '1.00' })).entries[0]!.booked_on // prettier-ignore
    expect(dayOf('<BookgDt><DtTm>2026-11-16T23:30:00+01:00</DtTm></BookgDt>')).toBe('2026-11-16')
    expect(dayOf('<ValDt><Dt>2026-11-15</Dt></ValDt>')).toBe('2026-11-15')
    expect(dayOf('<ValDt><DtTm>2026-11-14T00:00:00</DtTm></ValDt>')).toBe('2026-11-14')
    expect(() => dayOf('')).toThrow('Afschrift 7, boeking 1: Een leeg veld is geen bestaande dag.')
  })

  it.each([
    ['<AcctSvcrRef>A-1</AcctSvcrRef><NtryRef>N-1</NtryRef>', 'A-1'],
    ['<NtryRef>N-1</NtryRef>', 'N-1'],
    [tx('<Refs><AcctSvcrRef>T-1</AcctSvcrRef></Refs>'), 'T-1'],
    ['', null],
  ])('is known to its bank by the first of its references: %s', (inner, ref) => {
    expect(entryOf('1.00', inner).bank_ref).toBe(ref)
  })

  const parties = (who: string, name: string, iban: string) =>
    `<${who}><Nm>${name}</Nm></${who}><${who}Acct><Id><IBAN>${iban}</IBAN></Id></${who}Acct>`

  const [zij, wij] = [parties('Dbtr', 'Zij', 'NL65RABO0987654321'), parties('Cdtr', 'Wij', 'NL44RABO0123456789')]
  const they = { counter_name: 'Zij', counter_iban: 'NL65RABO0987654321' }
  const nobody = { counter_name: null, counter_iban: null }
  const back = '<RtrInf><Rsn><Cd>MD06</Cd></Rsn></RtrInf>'

  it.each([
    ['1.00', zij + wij, '', they],
    ['-1.00', zij.replaceAll('Dbtr', 'Cdtr') + wij.replaceAll('Cdtr', 'Dbtr'), '', they],
    // What comes back keeps its roles: a payment of theirs, and one of ours.
    ['-1.00', zij + wij, back, they],
    ['1.00', zij.replaceAll('Dbtr', 'Cdtr') + wij.replaceAll('Cdtr', 'Dbtr'), back, they],
    ['-1.00', zij, '', they],
    ['1.00', zij.replaceAll('Dbtr', 'Cdtr'), back, they],
    ['-1.00', '<Dbtr><Nm>Zij</Nm></Dbtr><Cdtr><Nm>Ook zij</Nm></Cdtr>', '', { ...nobody, counter_name: 'Ook zij' }],
    ['-1.00', `<Dbtr><Nm>Zij</Nm></Dbtr>${wij}`, '', { ...nobody, counter_name: 'Zij' }],
    ['1.00', wij, '', nobody],
    ['1.00', '<Cdtr><Nm>Wij</Nm></Cdtr>', '', nobody],
    ['-1.00', '<Dbtr><Nm>Zij</Nm></Dbtr><Cdtr><Nm>Noordkaap</Nm></Cdtr>', back, { ...nobody, counter_name: 'Zij' }],
    ['1.00', '<DbtrAcct><Id><Othr><Id>500950253</Id></Othr></Id></DbtrAcct>', '', nobody],
  ])('names who paid or was paid, and never ourselves: %s %s%s', (amount, inner, more, told) => {
    const head = '<Id>7</Id><Acct><Id><IBAN>NL44RABO0123456789</IBAN></Id><Ownr><Nm>Noordkaap</Nm></Ownr></Acct>'
    const xml = made(ntry(amount, tx(`<RltdPties>${inner}</RltdPties>${more}`)), { head, closing: amount })
    expect(only(xml).entries[0]).toMatchObject(told)
  })

  it.each([
    ['<Dbtr><Pty><Nm>Een</Nm></Pty></Dbtr><UltmtDbtr><Nm>Twee</Nm></UltmtDbtr>', 'Een'],
    ['<UltmtDbtr><Nm>Twee</Nm></UltmtDbtr>', 'Twee'],
    ['<UltmtDbtr><Pty><Nm>Drie</Nm></Pty></UltmtDbtr>', 'Drie'],
    ['', null],
  ])('finds a name wherever banks put it: %s', (inner, name) => {
    expect(entryOf('1.00', tx(`<RltdPties>${inner}</RltdPties>`)).counter_name).toBe(name)
  })

  it('says what was remitted, or else what its bank adds', () => {
    const added = '<AddtlNtryInf>van de bank</AddtlNtryInf>'
    expect(entryOf('1.00', tx('<RmtInf><Ustrd>een</Ustrd><Ustrd>twee</Ustrd></RmtInf>') + added).description).toBe('een twee') // prettier-ignore
    expect(entryOf('1.00', tx('<AddtlTxInf>van de regel</AddtlTxInf>') + added).description).toBe('van de regel')
    expect(entryOf('1.00', added).description).toBe('van de bank')
    expect(entryOf('1.00', '').description).toBe('')
    const structured = (inner: string) => `<Strd>${inner}</Strd>`
    const documents = structured('<RfrdDocInf><Nb>F2026-0001</Nb></RfrdDocInf>') + structured('<RfrdDocInf><Nb>F2026-0002</Nb></RfrdDocInf><AddtlRmtInf>Polis 7</AddtlRmtInf>') // prettier-ignore
    expect(entryOf('1.00', tx(`<RmtInf>${documents}</RmtInf>`) + added).description).toBe(
      'F2026-0001 F2026-0002 Polis 7',
    )
    expect(entryOf('1.00', tx(`<RmtInf><Ustrd>samen</Ustrd>${documents}</RmtInf>`)).description).toBe('samen F2026-0001 F2026-0002 Polis 7') // prettier-ignore
    expect(entryOf('1.00', tx('<Refs><EndToEndId>E-1</EndToEndId></Refs><RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>'))).toMatchObject({ end_to_end: 'E-1', reference: 'RF18' }) // prettier-ignore
  })

  it.each([
    [tx('<RtrInf><Rsn><Cd>MD06</Cd></Rsn><AddtlInf>Op verzoek</AddtlInf></RtrInf>'), 'Op verzoek'],
    [tx('<RtrInf><Rsn><Cd>MD06</Cd></Rsn></RtrInf>'), 'MD06'],
    [tx('<RtrInf><Rsn><Prtry>eigen</Prtry></Rsn></RtrInf>'), 'eigen'],
    ['<RvslInd>true</RvslInd>', 'Teruggeboekt door de bank'],
    ['<RvslInd>1</RvslInd>', 'Teruggeboekt door de bank'],
    ['<RvslInd>false</RvslInd>', null],
    ['<RvslInd>0</RvslInd>', null],
    ['', null],
  ])('tells why it came back: %s', (inner, reason) => expect(entryOf('-1.00', inner).return_reason).toBe(reason))

  const batch = (...parts: string[]) => `<AcctSvcrRef>B-1</AcctSvcrRef><NtryDtls>${parts.map((inner) => `<TxDtls>${inner}</TxDtls>`).join('')}</NtryDtls>` // prettier-ignore
  const lines = (amount: string, inner: string) =>
    only(made(ntry(amount, inner), { closing: amount })).entries.map((one) => [one.amount, one.bank_ref])

  it('of a batch is its details, where these tell amounts that add up', () => {
    expect(lines('3.00', batch('<Amt Ccy="EUR">1.00</Amt>', '<Amt Ccy="EUR">2.00</Amt><Refs><AcctSvcrRef>T-2</AcctSvcrRef></Refs>'))).toEqual([[100, 'B-1/1'], [200, 'T-2']]) // prettier-ignore
    expect(lines('-3.00', batch('<Amt Ccy="EUR">1.00</Amt>', '<Amt Ccy="EUR">2.00</Amt>'))).toEqual([[-100, 'B-1/1'], [-200, 'B-1/2']]) // prettier-ignore
    expect(lines('1.00', batch('<Amt Ccy="EUR">3.00</Amt>', '<Amt Ccy="EUR">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>'))).toEqual([[300, 'B-1/1'], [-200, 'B-1/2']]) // prettier-ignore
    expect(lines('3.00', batch('<Amt Ccy="EUR">1.00</Amt>', '<Amt Ccy="EUR">2.00</Amt>').replace('<AcctSvcrRef>B-1</AcctSvcrRef>', ''))).toEqual([[100, null], [200, null]]) // prettier-ignore
  })

  it('of a batch stays whole where they do not', () => {
    expect(lines('3.00', batch('<Amt Ccy="EUR">1.00</Amt>', '<Amt Ccy="EUR">1.00</Amt>'))).toEqual([[300, 'B-1']])
    expect(lines('3.00', batch('<Amt Ccy="EUR">3.00</Amt>', ''))).toEqual([[300, 'B-1']])
    expect(lines('3.00', batch('<Amt Ccy="EUR">3.00</Amt>', '<Amt Ccy="EUR">0.00</Amt>'))).toEqual([[300, 'B-1']])
    expect(lines('3.00', batch('<Amt Ccy="EUR">3.00</Amt>'))).toEqual([[300, 'B-1']])
    const few = (inner: string) => entryOf('3.00', inner).payments
    expect([few(batch('')), few(batch('', '')), few('<NtryDtls><Btch><NbOfTxs>7</NbOfTxs></Btch></NtryDtls>')]).toEqual(
      [1, 2, 7],
    )
    const one = (name: string, text: string) => `<Refs><EndToEndId>${name}-1</EndToEndId></Refs><RltdPties>${parties('Dbtr', name, 'NL65RABO0987654321')}</RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf>` // prettier-ignore
    expect(entryOf('3.00', batch(one('Zij', 'F2026-0001'), one('Hij', 'F2026-0002')))).toMatchObject({ counter_name: 'Zij, Hij', counter_iban: 'NL65RABO0987654321', end_to_end: null, description: 'F2026-0001, F2026-0002' }) // prettier-ignore
  })

  it('in another currency is refused, but not for what its customer paid in', () => {
    expect(() => entryOf('1.00', '').amount && only(made(ntry('1.00').replace('"EUR"', '"USD"'), { closing: '1.00' }))).toThrow(/in euro/) // prettier-ignore
    expect(entryOf('1.00', tx('<AmtDtls><InstdAmt><Amt Ccy="USD">1.10</Amt></InstdAmt></AmtDtls>')).amount).toBe(100)
    expect(only(made(ntry('1.00').replace(' Ccy="EUR"', ''), { closing: '1.00' })).entries).toHaveLength(1)
  })
})

/** An MT940 statement with these lines, whose balances are told. */
const statement = (
  lines: string,
  { opening = 'C261117EUR0,00', closing = 'C261118EUR1,00', account = 'NL69INGB0123456789' } = {},
) =>
  // prettier-ignore
  `:20:1\n:25:${account}\n:28C:1\n:60F:${opening}\n${lines}:62F:${closing}\n`
const mtEntry = (of86: string, of61 = '2611181118C1,00NTRFNONREF') =>
  only(statement(`:61:${of61}\n:86:${of86}\n`)).entries[0]!

describe('a line of MT940', () => {
  it.each([
    ['/IBAN/NL65RABO0987654321/NAME/Kuipers Bouw/REMI/tekst', 'NL65RABO0987654321', 'Kuipers Bouw', 'tekst'],
    ['/NAME/J. v/d Berg//REMI/USTD//tekst//', null, 'J. v/d Berg', 'tekst'],
    ['/REMI/STRD/CUR/RF18539007547034/', null, null, 'RF18539007547034'],
    ['/REMI/STRD/ISO/RF18539007547034', null, null, 'RF18539007547034'],
    ['/CNTP/NL32INGB0000012345/INGBNL2A/Bakker/Zwolle//', 'NL32INGB0000012345', 'Bakker', ''],
    ['/CNTP/////REMI/USTD/tekst', null, null, 'tekst'],
    ['NAAM: Bakker OMSCHRIJVING: brood KENMERK: 88-1', null, 'Bakker', 'brood'],
    [
      'IBAN: NL39 ABNA 0500 9502 53 NAAM: Bakker',
      'NL39ABNA0500950253',
      'Bakker',
      'IBAN: NL39 ABNA 0500 9502 53 NAAM: Bakker',
    ],
    ['zomaar een tekst', null, null, 'zomaar een tekst'],
    ['brood\n-5% korting', null, null, 'brood -5% korting'],
    ['brood\n-XL brood', null, null, 'brood -XL brood'],
    ['brood -\nboter', null, null, 'brood - boter'],
    ['brood :940: en boter', null, null, 'brood :940: en boter'],
    ['/NAME/Bakker/', null, 'Bakker', ''],
    ['/IBAN/NL65RABO0987654321/', 'NL65RABO0987654321', null, ''],
    ['/NAME/Bakker /REMI/ brood ', null, 'Bakker', 'brood'],
    ['NAAM:Bakker  OMSCHRIJVING:  brood ', null, 'Bakker', 'brood'],
    ['/REMI/over USTD//brood', null, null, 'over USTD//brood'],
    ['/CNTP/NL32INGB0000012345', 'NL32INGB0000012345', null, ''],
    ['/CNTP/NL32INGB0000012345/INGBNL2A/Jansen / De Linde VOF///REMI/USTD//x/', 'NL32INGB0000012345', 'Jansen / De Linde VOF', 'x'], // prettier-ignore
    ['/CNTP/NL32INGB0000012345/INGBNL2A/J. v/d Berg h/o Brood/Zwolle///REMI/USTD//x', 'NL32INGB0000012345', 'J. v/d Berg h/o Brood', 'x'], // prettier-ignore
    ['/CNTP/NL32INGB0000012345/INGBNL2A/Bakker/Slager/Zwolle//', 'NL32INGB0000012345', 'Bakker/Slager', ''],
    ['NL91ABNA0417164300 de linde bv\n   \nBHV november', 'NL91ABNA0417164300', 'de linde bv', 'BHV november'],
    ['BE68539007547034 de linde\nbrood', 'BE68539007547034', 'de linde', 'brood'],
    ['BE68539007547035 is geen rekening', null, null, 'BE68539007547035 is geen rekening'],
    ['NL91ABNA0417164300', 'NL91ABNA0417164300', null, ''],
    ['000>100\n>20Betaling factuur nr F2026-0>21001 cursus>31NL91ABNA0417164300>32De Linde BV', 'NL91ABNA0417164300', 'De Linde BV', 'Betaling factuur nr F2026-0001 cursus'], // prettier-ignore
    ['166?00GUTSCHRIFT?109075/611?20EREF+K-7?21SVWZ+Rechnung F2026-0001 BH?22V Kurs?30DEUTDEDB237?31DE89370400440532013000\n?32Muster ?33GmbH', 'DE89370400440532013000', 'Muster GmbH', 'Rechnung F2026-0001 BHV Kurs'], // prettier-ignore
    ['wilt u wat?20 euro', null, null, 'wilt u wat?20 euro'],
    ['betaald om 20\n:44:45 brood', null, null, 'betaald om 20 :44:45 brood'],
    ['betaald om 12\n:20:15 brood', null, null, 'betaald om 12 :20:15 brood'],
    ['brood\n-\nboter', null, null, 'brood - boter'],
    [':62F: brood\n:61: boter\n:86 kaas', null, null, ':62F: brood :61: boter :86 kaas'],
  ])('tells of %s who paid and what for', (of86, counter_iban, counter_name, description) => {
    expect(mtEntry(of86)).toMatchObject({ counter_iban, counter_name, description })
  })

  it('finds the account below it where the tags have none', () => {
    const below = '2611181118C1,00NTRFNONREF\nNL65RABO0987654321'
    expect(mtEntry('/NAME/Kuipers/REMI/x', below).counter_iban).toBe('NL65RABO0987654321')
    expect(mtEntry('/NAME/Kuipers/REMI/x', '2611181118C1,00NTRFNONREF\nzomaar').counter_iban).toBeNull()
  })

  it.each([
    ['261118    C1,00NTRFNONREF//B1', 'B1', null],
    ['2611180000C1,00NTRFNONREF//B1', 'B1', null],
    ['2611181118C1,00 NTRFK-9', 'K-9', null],
    ['2611181118CR000000000000001,00NTRFK-9', 'K-9', null],
    ['2611181118C,01NTRFK-9\n:61:2611181118C0,99', 'K-9', null],
    ['2611181118C1,00NOVBNL91ABNA0417164300\nde linde', null, 'NL91ABNA0417164300'],
    ['2611181118C1,00NOVBNL91ABNA0417164300//B1', 'B1', 'NL91ABNA0417164300'],
    ['2611181118C1,00', null, null],
  ])('is read without what is not needed: :61:%s', (of61, bank_ref, counter_iban) =>
    expect(mtEntry('x', of61)).toMatchObject({ booked_on: '2026-11-18', bank_ref, counter_iban }),
  )

  it('of an account that is no IBAN yet has its name', () =>
    expect(mtEntry('0987654321 de linde\nbrood', '2611181118C1,00NIOB0987654321')).toMatchObject({ counter_iban: null, counter_name: 'de linde', description: 'brood' })) // prettier-ignore

  it('knows what is a reference by its form', () => {
    const of = (text: string) => mtEntry(`/REMI/${text}`).reference
    expect([of('RF18539007547034'), of('1234567890123456'), of('1234 5678 9012 3456')]).toEqual(['RF18539007547034', '1234567890123456', '1234 5678 9012 3456']) // prettier-ignore
    for (const none of ['12345678901234567', 'xRF18539007547034', 'RFxx', '123456789012345'])
      expect(of(none)).toBeNull()
  })

  it('has the references of customer and bank', () => {
    expect(mtEntry('/EREF/K-1//REMI/x', '2611181118C1,00NTRFEREF//B-7')).toMatchObject({ end_to_end: 'K-1', bank_ref: 'B-7' }) // prettier-ignore
    expect(mtEntry('/REMI/x', '2611181118C1,00NTRFK-9')).toMatchObject({ end_to_end: null, bank_ref: 'K-9' })
    expect(mtEntry('/REMI/x')).toMatchObject({ end_to_end: null, bank_ref: null })
    expect(mtEntry('OMSCHRIJVING: x KENMERK: 88-1').end_to_end).toBe('88-1')
  })

  it('tells why it came back, in its own words or because its bank turned it around', () => {
    const back = (of86: string, of61: string) =>
      only(statement(`:61:${of61}\n:86:${of86}\n`, { closing: 'D261118EUR1,00' })).entries[0]!
    expect(back('/RTRN/MS03//REMI/x', '2611181118D1,00NRTINONREF')).toMatchObject({ amount: -100, return_reason: 'MS03' }) // prettier-ignore
    expect(back('/RTRN/MD06/', '2611181118D1,00N544NONREF').return_reason).toBe('MD06')
    expect(back('/REMI/x', '2611181118RC1,00NRTINONREF').return_reason).toBe('Teruggeboekt door de bank')
    expect(mtEntry('/REMI/x').return_reason).toBeNull()
  })

  it('of nothing is left out', () => {
    expect(only(statement(':61:2611181118C0,00NTRFNONREF\n:86:x\n:61:2611181118C1,00NTRFNONREF\n:86:y\n')).entries).toHaveLength(1) // prettier-ignore
  })

  it('goes on in the next without a space where it was cut by its length, and with one where it ended', () => {
    expect(mtEntry(`${'a'.repeat(65)}\nb`).description).toBe(`${'a'.repeat(65)}b`)
    expect(mtEntry(`${'a'.repeat(64)}\nb`).description).toBe(`${'a'.repeat(64)}b`)
    expect(mtEntry(`${'a'.repeat(63)}\nb`).description).toBe(`${'a'.repeat(63)} b`)
  })
})

/** How ABN AMRO ends a statement. */
const END_OF_ABN = `-${'X'.repeat(3)}`

describe('a statement in MT940', () => {
  it('is of an account in euro, with both its balances', () => {
    expect(only(statement('', { closing: 'D261118EUR0,00', account: 'NL69 INGB 0123 4567 89 EUR' }))).toMatchObject({ account: 'NL69INGB0123456789', from_on: '2026-11-17', to_on: '2026-11-18', number: '1' }) // prettier-ignore
    expect(() => readText(statement('').replaceAll('EUR', 'USD'))).toThrow(/in euro/)
    expect(() => readText(statement('').replace(/:62F.*\n/, ''))).toThrow(
      'Afschrift vanaf regel 1: het eindsaldo (:62F:) ontbreekt.',
    )
    expect(() => readText(statement('').replace(/:60F.*\n/, ''))).toThrow('het beginsaldo (:60F:) ontbreekt')
    expect(() => readText(statement(':61:onzin\n'))).toThrow(
      'Regel 5 (:61:): ‘onzin’ is geen boeking. Er is niets ingelezen.',
    )
    expect(() => readText(statement(':61:261118C1,2,3NTRF\n'))).toThrow('Regel 5 (:61:): ‘1,2,3’ is geen bedrag')
    expect(() => readText(`${statement('').split(':62F')[0]}-\n${statement('')}`)).toThrow(
      'Regel 9 (:60F:): hier begint een afschrift, en dat van regel 1 heeft geen eindsaldo',
    )
  })

  it('is read where junk stands beside what is needed', () => {
    const one = statement(':61:2611181118C1,00NTRFNONREF\n:86:x\n')
    for (const junk of [
      one.replace(':20:1\n', ''),
      `kop zonder :20:\n${one.replace(':20:1\n', '')}`,
      one.replace(':28C:1\n', ''),
      `${one}:64:onzin\n:65:niets\n:86:van 1 tot 2\n:44:45\n`,
      one.replace(':86:x\n', ':NS:01x\n:86:x\n'),
      one.replace(':28C:1', ':21:x\n:28C:1/2/3\n:13D:onzin\n:34F:EUR0'),
      one.replace('EUR0,00', 'EUR000000000000000000,00'),
    ])
      expect([junk, only(junk).entries.map(({ amount, description }) => [amount, description])]).toEqual([junk, [[100, 'x']]]) // prettier-ignore
    expect(() => readText(one.replace(':25:NL69INGB0123456789\n', ''))).toThrow('Afschrift vanaf regel 1: de rekening (:25:) ontbreekt.') // prettier-ignore
  })

  it('has its number with the page of it, and begins on the line of its header too', () => {
    expect(only(statement('', { closing: 'C261118EUR0,00' }).replace(':28C:1', ':28C:32201/2')).number).toBe('32201/2')
    expect(only(`{1:F01X}{2:I940}{4:${statement('', { closing: 'C261118EUR0,00' })}`).opening).toBe(0)
  })

  it.each(['-', ' - ', '-}', '-}{5:}', END_OF_ABN, `${END_OF_ABN}ABNANL2A`])(
    'ends at %j: what follows is of no statement',
    (end) => {
      const text = statement('', { closing: 'C261118EUR0,00' })
      expect(only(`${text}${end}\n:61:2611181118C5,00NTRFNONREF\n`).entries).toEqual([])
      expect(() => only(`${text}x${end}\n:61:2611181118C5,00NTRFNONREF\n`)).toThrow(/klopt niet|beschadigd/)
    },
  )

  it('begins at its :20:, whatever its bank puts before, between and behind', () => {
    const one = statement(':61:2611181118C1,00NTRFNONREF\n:86:x\n').trim()
    const two = one.replace(':28C:1', ':28C:2').replace('C261117EUR0,00', 'C261118EUR1,00').replace('C261118EUR1,00\n:61', 'C261118EUR1,00\n:61').replace(':62F:C261118EUR1,00', ':62F:C261119EUR2,00') // prettier-ignore
    for (const [between, end] of [
      ['\n-\n', '\n-'],
      ['\r\n-}\r\n{1:F01X}{2:I940}{4:', '\n-}{5:}'],
      [`\n${END_OF_ABN}\nABNANL2A\n940\n`, `\n${END_OF_ABN}`],
      ['\n', ''],
      ['\n  \n', '\n\n'],
      ['\n-\n{1:F01X}{2:I940}{4::940:\n', ''],
    ] as const)
      expect([between, readText(`kop\n:940:\n${one}${between}${two}${end}\n`).map(({ number }) => number)]).toEqual([between, ['1', '2']]) // prettier-ignore
  })
})

describe('a file of a bank', () => {
  const anywhere = made(ntry('1.00', '<AddtlNtryInf>Zoë</AddtlNtryInf>'), { closing: '1.00' })

  it('is read in whatever code its letters are', () => {
    const utf16 = Buffer.from(`\uFEFF${anywhere}`, 'utf16le')
    for (const bytes of [
      Buffer.from(`\uFEFF${anywhere}`),
      Buffer.from(anywhere, 'latin1'),
      utf16,
      Buffer.from(utf16).swap16(),
    ])
      // prettier-ignore
      expect(readStatements(bytes)[0]!.entries[0]!.description).toBe('Zoë')
  })

  it.each(['\u00ff', '\u00fe', 'a\u00fe', 'a\u00ff', 'P', 'aK', 'a<'])(
    'is not taken for another because it begins with %j',
    (begin) => {
      // prettier-ignore
      const text = `${begin}\n${statement('', { closing: 'C261118EUR0,00' })}`
      expect(readStatements(Buffer.from(text, 'latin1'))).toHaveLength(1)
    },
  )

  it('is refused when it holds too many files, or more than may be unpacked', () => {
    const files = (count: number) => zipSync(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.xml`, strToU8(i === 0 ? anywhere : '')]))) // prettier-ignore
    expect(readStatements(files(60))).toHaveLength(1)
    expect(() => readStatements(files(61))).toThrow('Dit zipbestand is uitgepakt te groot. Download een kortere periode bij uw bank.') // prettier-ignore
    // Its directory says that each unpacks to 40 million bytes.
    const large = Buffer.from(files(2))
    for (let at = large.indexOf('PK\u0001\u0002'); at >= 0; at = large.indexOf('PK\u0001\u0002', at + 4))
      large.writeUInt32LE(40_000_000, at + 24)
    expect(() => readStatements(large)).toThrow(/te groot/)
  })

  it('is refused when it holds more statements than years of days', () => {
    const stmt = /<Stmt>[^]*<\/Stmt>/.exec(made(''))![0]
    const times = (count: number) => made('').replace(stmt, stmt.repeat(count))
    expect(readText(times(1_000))).toHaveLength(1_000)
    expect(() => readText(times(1_001))).toThrow(/meer dan 1000 afschriften\. Download een kortere periode/)
  })

  it('may be a zip, of which what a computer adds by itself is left out', () => {
    const junk = { '__MACOSX/a.xml': strToU8('<'), '.DS_Store': strToU8('<'), 'map/': new Uint8Array(0) }
    expect(readStatements(zipSync({ ...junk, 'map/a.xml': strToU8(anywhere) }))).toHaveLength(1)
    expect(() => readStatements(zipSync(junk))).toThrow(/geen bankafschrift/)
    expect(() => readStatements(zipSync({ 'a.xml': strToU8('<x') }))).toThrow(/^a\.xml: .*beschadigd/)
  })

  it('gives its statements by account and day', () => {
    const of = (account: string, day: string) => strToU8(made('', { day }).replace('NL44RABO0123456789', account))
    const files = { '1': of('NL69INGB0123456789', '2026-11-17'), '2': of('NL44RABO0123456789', '2026-11-19'), '3': of('NL44RABO0123456789', '2026-11-18') } // prettier-ignore
    expect(readStatements(zipSync(files)).map(({ account, to_on }) => `${account} ${to_on}`)).toEqual([
      'NL44RABO0123456789 2026-11-18',
      'NL44RABO0123456789 2026-11-19',
      'NL69INGB0123456789 2026-11-17',
    ])
  })
})

describe('a file from the field', () => {
  const field = (name: string) => readStatements(readFileSync(new URL(`../fixtures/field/${name}`, import.meta.url)))
  const linde = 'NL91ABNA0417164300'

  it.each([
    ['camt-leading-zeros.xml', { amount: 12_100, counter_name: 'Zorggroep De Linde', description: 'F2026-0001' }],
    ['camt-structured-document.xml', { description: 'F2026-0001' }],
    ['camt-return-both-parties.xml', { counter_name: 'Zorggroep De Linde', counter_iban: linde, return_reason: 'MD06' }], // prettier-ignore
    ['camt-batch-without-amounts.xml', { amount: 42_956, payments: 2, counter_iban: null, counter_name: 'Zorggroep De Linde, Basisschool De Lindeboom', description: 'F2026-0001, F2026-0002' }], // prettier-ignore
    ['camt-reversal-1.xml', { return_reason: 'Teruggeboekt door de bank' }],
    ['mt940-entry-date-of-spaces.940', { booked_on: '2026-11-20', amount: 12_100, bank_ref: 'B1' }],
    ['mt940-line-begins-with-time.940', { description: 'betaald om 20 :44:45 factuur F2026-0001' }],
    ['mt940-return-code-only.940', { amount: -12_100, return_reason: 'MD06' }],
    ['mt940-abn-without-20.940', { counter_iban: linde, counter_name: 'DE LINDE BV', description: 'F2026-0001' }],
    ['mt940-triodos-subfields.940', { counter_iban: linde, counter_name: 'De Linde BV', description: 'Betaling factuur nr F2026-0001 cursus BHV november' }], // prettier-ignore
    ['mt940-volksbank.940', { counter_iban: linde, counter_name: 'de linde bv', description: 'BHV november', bank_ref: null }], // prettier-ignore
  ])('is read: %s', (name, entry) => expect(field(name).flatMap(({ entries }) => entries)).toMatchObject([entry]))
})
