import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import writeXlsxFile from 'write-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { sendDue } from '../../src/system/moments/moments.job.ts'
import { sendInBatches } from '../../src/system/importing/importing.contract.ts'
import { splitAddress } from '../../src/system/importing/list.rules.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { upload } from '../support/upload.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

type Table = string
const OUTCOMES = ['new', 'changed', 'same', 'doubt', 'refused'] as const
const textOf = ({ $ }: Answer) => $.root().text().replace(/\s+/g, ' ')

interface Proof {
  answer: Answer
  key: string
  expected: string
  rows: { line: number; cells: Record<string, string> }[]
  why: string[]
}
const proofOf = (answer: Answer): Proof => {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  const { $ } = answer
  const plan = $('[data-import-plan]')
  return {
    ...{ answer, key: plan.attr('data-key') ?? '', expected: plan.attr('data-expected') ?? '' },
    rows: JSON.parse($('[data-import-rows]').text() || '[]') as Proof['rows'],
    why: $('[data-import-plan] tbody tr').toArray().map((row) => $(row).find('td').toArray().map((cell) => $(cell).clone().find('select').remove().end().text()).join(' | ')), // prettier-ignore
  }
}
const prove = async (table: Table, list: string): Promise<Proof> =>
  proofOf(await administrator.post(`/import/preview?table=${table}`, { list }))

const post = (table: Table, proof: Proof, rows: Proof['rows'], more: Record<string, string> = {}) =>
  administrator.post('/import/wizard', {
    ...{ table, key: proof.key, file_names: 'lijst.csv', total: proof.rows.length, expected: proof.expected },
    import_data: JSON.stringify(rows),
    ...more,
  })
interface Done {
  id: number
  staged: number
  done: boolean
}
/** Imports a list to its end, and what the log then counts. */
async function run(table: Table, proof: Proof, more: Record<string, string> = {}) {
  let last: Answer | null = null
  for (let at = 0; at < proof.rows.length; at += 20)
    last = await post(table, proof, proof.rows.slice(at, at + 20), more)
  expect([last!.status, last!.text]).toEqual([200, expect.any(String)])
  const { id } = last!.json<Done>()
  const log = (await administrator.get(`/import/getLogCount?id=${id}`)).json<Record<string, number>>()
  return { id, last: last!, counts: OUTCOMES.map((one) => log[one]).join('-'), count: log.count }
}
/** What lists never do beside what they say: mails, jobs, orders, invoices and bookings. */
const beside = async () =>
  (
    await app.pool.query<object>(`select (select count(*) from mails) mails, (select count(*) from orders) orders,
      (select count(*) from invoices) invoices, (select count(*) from sale_lines) lines, (select count(*) from users) users,
      (select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier not like 'imports.%') jobs`)
  ).rows[0]!
const everything = async () => {
  const rows = async (table: string) =>
    (await app.pool.query<{ row: unknown }>(`select to_jsonb(t) - 'version' - 'updated_at' as row from ${table} t order by id`)).rows // prettier-ignore
  return JSON.stringify([await rows('contacts'), await rows('companies'), await rows('mails'), await rows('users')])
}
const mails = async () => (await app.db.selectFrom('mails').select('id').execute()).length

describe('the wizard', () => {
  it('says what it takes and how a failure is told, to administrators alone [S-156][R-256][M-103][A-180]', async () => {
    const wizard = await administrator.get('/import/wizard?table=contacts')
    expect(wizard.$('.popup-title').text()).toBe('Contacten importeren')
    expect(wizard.$('[data-import]').attr('data-import-fail')).toBe('Er ging iets mis bij het importeren.')
    const planner = await app.as(ROLE.scheduler)
    for (const path of ['/import/wizard', '/import/getFields?table=contacts', '/import/getLogFile?id=1'])
      expect((await planner.get(path)).status).toBe(403)
    expect((await planner.page('/contacts')).text).not.toContain('/import/wizard')
    expect((await administrator.page('/contacts')).text).toContain('/import/wizard?table=contacts')
  })

  it('tells the fields of a table [R-258]', async () => {
    const { data } = (await administrator.get('/import/getFields?table=companies')).json<{ data: { name: string; label: string; required: boolean }[] }>() // prettier-ignore
    expect(data).toContainEqual({ name: 'coc_no', label: 'KVK-nummer', required: false })
    expect(data.filter(({ required }) => required).map(({ name }) => name)).toEqual(['name'])
  })

  it('sends at most 20 rows at once, waits half a second between, and tells a percentage [A-092][A-156][A-196][A-197]', async () => {
    const done: (number | string)[] = []
    await sendInBatches(
      Array.from({ length: 45 }, (_, i) => i),
      {
        send: async (rows) => Promise.resolve(done.push(rows.length)),
        pause: async (ms) => Promise.resolve(done.push(`${ms} ms`)),
        progress: (percent) => done.push(`${percent}%`),
      },
    )
    expect(done).toEqual([20, '44%', '500 ms', 20, '88%', '500 ms', 5, '100%'])
    const proof = await prove('companies', ['Naam', ...Array.from({ length: 21 }, (_, i) => `Bedrijf ${i}`)].join('\n'))
    expect((await post('companies', proof, proof.rows)).status).toBe(422)
  })
})

describe('the proof', () => {
  const LATIN = new Uint8Array(Buffer.from('Voornaam;Achternaam;Plaats\r\nZoë;Brügge;Zwolle\r\n', 'latin1'))
  it.each([
    ['semicolons, as the standard says', 'Naam;KVK;Plaats\r\nKade, Zonen B.V.;12345678;Zwolle', { name: 'Kade, Zonen B.V.', coc_no: '12345678', city: 'Zwolle' }], // prettier-ignore
    ['commas', 'Bedrijf,Factuur e-mail\n"Kade, B.V.",f@kade.example', { name: 'Kade, B.V.', invoice_email: 'f@kade.example' }], // prettier-ignore
    ['tabs, as pasted from a sheet', 'Klant\tTelefoonnummer\tOnbekend\nKade\t038 123 45 67\tx', { name: 'Kade', phone: '038 123 45 67' }], // prettier-ignore
  ] as const)('reads a list with %s [A-198]', async (_, list, cells) => {
    const { rows, expected } = await prove('companies', list)
    expect([rows, expected]).toEqual([[{ line: 2, cells }], '1-0-0-0-0'])
  })

  it('reads what an older Excel wrote, and takes no citizen service number', async () => {
    const sent = proofOf(await upload(administrator, '/import/preview?table=contacts', {}, { name: 'a.csv', bytes: LATIN })) // prettier-ignore
    expect(sent.rows).toEqual([{ line: 2, cells: { first_name: 'Zoë', last_name: 'Brügge', city: 'Zwolle' } }])
    const proof = await prove('contacts', 'Achternaam;BSN\nJansen;123456782')
    expect(textOf(proof.answer)).toContain('De kolom BSN gaat niet mee: een BSN mag niet bewaard worden.')
    expect(proof.answer.text).not.toContain('123456782')
    expect(textOf((await prove('contacts', 'Plaats\nZwolle')).answer)).toContain(
      'Deze lijst heeft geen kolom Achternaam.',
    )
  })

  it('finds that an exported list of companies is all there already', async () => {
    const book = await administrator.get('/companies?export=xlsx')
    const { expected, rows } = proofOf(await upload(administrator, '/import/preview?table=companies', {}, { name: 'b.xlsx', bytes: new Uint8Array(book.bytes) })) // prettier-ignore
    expect(rows.length).toBeGreaterThan(3)
    expect(expected).toBe(`0-0-${rows.length}-0-0`)
  })

  it('tells of each row what it becomes and why', async () => {
    const { anouk } = app.story.contacts
    const { first_name, last_name_prefix, last_name, email, birth_date, job_title } = await app.db.selectFrom('contacts').selectAll().where('id', '=', anouk).executeTakeFirstOrThrow() // prettier-ignore
    const born = birth_date!.split('-').reverse().join('-')
    const name = `${first_name};${last_name_prefix};${last_name}`
    const head = 'Voornaam;Tussenvoegsel;Achternaam;Geboortedatum;E-mail;Functie;Bedrijf'
    const { why } = await prove('contacts', [head, `${name};${born};;Proefpersoon;`, `${name};${born};;;`, `${name};;;Ander;`, `;;Fout;31-02-1990;;;`, `;;Los;;;;Nergens B.V.`, `Nieuw;;Iemand;1990-05-06;nieuw@iemand.example;;`, `Nieuw;;Iemand;06/05/1990;nieuw@iemand.example;;`, `Ander;;Mens;;${email};;`].join('\n')) // prettier-ignore
    const full = [first_name, last_name_prefix, last_name].filter(Boolean).join(' ')
    expect(why.toSorted()).toEqual(
      [
        `2 | ${full} | Bijgewerkt | Functie: ${[job_title, 'Proefpersoon'].filter(Boolean).join(' → ')}`,
        `3 | ${full} | Blijft gelijk | `,
        `4 | ${full} | Twijfel | Alleen de naam is gelijk aan die van contact ${anouk}.`,
        `5 | Fout | Gaat niet mee | Geboortedatum is geen geldige datum (dd-mm-jjjj).`,
        `6 | Los | Gaat niet mee | Dit bedrijf is niet bekend. Importeer eerst de bedrijven.`,
        `7 | Nieuw Iemand | Nieuw | `,
        `8 | Nieuw Iemand | Blijft gelijk | Staat al op regel 7.`,
        `9 | Ander Mens | Twijfel | Dit e-mailadres staat al bij contact ${anouk}.`,
      ].toSorted(),
    )
  })

  it('cuts no letter in two, and takes no half of one', async () => {
    const person = `Achternaam;Opleiding;Datum\nJansen;${'x'.repeat(3999)}😀;01-02-2020`
    for (const table of ['certificates', 'enrolments', 'contacts'])
      expect((await prove(table, person)).rows).toHaveLength(1)
    const half = ['{"name":"Half \\ud83d"}', '{"\\ud83d":"x"}'].map(
      (cells) =>
      administrator.post('/import/wizard', { table: 'companies', key: randomUUID(), total: 1, expected: '1-0-0-0-0', import_data: `[{"line":2,"cells":${cells}}]` }), // prettier-ignore
    )
    expect((await Promise.all(half)).map(({ status }) => status)).toEqual([422, 422])
  })

  it('takes an address apart', () => {
    for (const [address, parts] of [
      ['Lindelaan 12 hs', { street: 'Lindelaan', street_no: '12', street_no_adding: 'hs' }],
      ['Plein 1944 7', { street: 'Plein 1944', street_no: '7' }],
      ['Kade 3-2', { street: 'Kade', street_no: '3', street_no_adding: '2' }],
      ['Postbus', { street: 'Postbus' }],
    ] as const)
      expect(splitAddress({ address })).toEqual(parts)
  })
})

describe('an import', () => {
  const people = (count: number, mark: string) =>
    ['Voornaam;Achternaam;E-mail;Postcode', ...Array.from({ length: count }, (_, i) => `Piet;${mark} ${i};p${i}@${mark}.example;1234 AB`)].join('\n') // prettier-ignore

  it('that stops half-way goes on, does nothing twice, is logged and sends nothing [A-091][R-257][R-259][S-157]', async () => {
    const before = await mails()
    const proof = await prove('contacts', people(45, 'stoker'))
    expect(proof.expected).toBe('45-0-0-0-0')
    const [first, second, third] = [proof.rows.slice(0, 20), proof.rows.slice(20, 40), proof.rows.slice(40)]
    const stored = async () => (await app.db.selectFrom('contacts').select('id').where('last_name', 'like', 'stoker %').execute()).length // prettier-ignore
    expect((await post('contacts', proof, first)).json()).toMatchObject({ staged: 20, done: false })
    // Its answer was lost, and it comes again.
    expect((await post('contacts', proof, first)).json()).toMatchObject({ staged: 20, done: false })
    expect((await post('contacts', proof, third)).json()).toMatchObject({ staged: 25, done: false })
    expect(await stored()).toBe(0)
    const last = await post('contacts', proof, second)
    expect(last.trigger.flash).toMatchObject({
      str: '45 contacten geïmporteerd: 45 nieuw, 0 bijgewerkt, 0 overgeslagen',
    })
    const { id } = last.json<Done>()
    expect((await post('contacts', proof, second)).json()).toMatchObject({ id, done: true })
    expect([await stored(), await mails()]).toEqual([45, before])
    expect((await administrator.get(`/import/getLogCount?id=${id}`)).json()).toMatchObject({ count: 45, new: 45 })
    const log = await administrator.get(`/import/getLogFile?id=${id}`)
    expect([log.status, log.text.split('\r\n').length]).toEqual([200, 47])
    expect(log.text).toMatch(/^\ufeff?Regel;Uitslag;Waarom;Nummer\r\n2;Nieuw;;\d+\r\n/)
    expect((await prove('contacts', people(45, 'stoker'))).expected).toBe('0-0-45-0-0')
    const { rows } = await app.pool.query('select 1 from import_rows where import_id = $1 and cells is not null', [id])
    expect(rows).toEqual([])
  })

  it('is taken back whole', async () => {
    const before = await everything()
    const { last } = await run('companies', await prove('companies', 'Naam;Plaats\nKade Oost;Ede\nKade West;Ede'))
    expect(await everything()).not.toBe(before)
    expect((await administrator.post(`/undo/${last.undo!.set}`)).status).toBe(204)
    expect(await everything()).toBe(before)
  })

  it('is taken back for thirty days, but for what was touched since, which is named', async () => {
    const proof = await prove('companies', 'Naam;Plaats\nKade Lang;Ede\nKade Geraakt;Ede\nKade Nog;Ede')
    const { last, id } = await run('companies', proof)
    const set = last.undo!.set
    await app.pool.query(`update undoable_sets set at = at - interval '29 days' where change_set = $1`, [set])
    await app.pool.query('select forget_unshown_changes()')
    const touched = await app.db.selectFrom('companies').select(['id', 'version']).where('name', '=', 'Kade Geraakt').executeTakeFirstOrThrow() // prettier-ignore
    const edited = await administrator.post(`/company/edit/${touched.id}`, { name: 'Kade Geraakt', city: 'Zwolle', version: touched.version }) // prettier-ignore
    expect(edited.status).toBe(204)
    const wizard = await administrator.get('/import/wizard?table=companies')
    expect(wizard.$(`[data-undo="${set}"]`)).toHaveLength(1)
    const undone = await administrator.post(`/undo/${set}`)
    expect(undone.trigger.flash?.str).toContain('Kade Geraakt is daarna gewijzigd door')
    const left = await app.db.selectFrom('companies').select(['name', 'city']).where('name', 'like', 'Kade %').where('name', 'in', ['Kade Lang', 'Kade Geraakt', 'Kade Nog']).execute() // prettier-ignore
    expect(left).toEqual([{ name: 'Kade Geraakt', city: 'Zwolle' }])
    expect(textOf(await administrator.get('/import/wizard?table=companies'))).toContain('ongedaan gemaakt op')
    expect(id).toBeGreaterThan(0)
    await app.pool.query(`update undoable_sets set until = now() - interval '1 minute', undone_at = null where change_set = $1`, [set]) // prettier-ignore
    expect((await administrator.post(`/undo/${set}`)).status).toBe(404)
  })

  it('takes columns by hand and by their values, and remembers them by the headings', async () => {
    const list = 'Wie;Waar;BSN;Kolom 4\nHandwerk;Zwolle;1;a@hand.example'
    const ask = (more: Record<string, string>) =>
      administrator.post('/import/preview?table=contacts', { list, ...more })
    const first = await ask({})
    expect(textOf(first)).toContain('Deze lijst heeft geen kolom Achternaam.')
    const chosenOf = ({ $ }: Answer) => $('select[name^="column_"]').toArray().map((one) => $(one).find('[selected]').attr('value')) // prettier-ignore
    expect(chosenOf(first)).toEqual(['', '', 'email'])
    const source = first.$('[name="source"]').attr('value')!
    const columns = { column_0: 'last_name', column_1: 'city', column_2: 'note', column_3: 'email' }
    const second = proofOf(await ask({ source, ...columns }))
    expect(second.rows).toEqual([
      { line: 2, cells: { last_name: 'Handwerk', city: 'Zwolle', email: 'a@hand.example' } },
    ])
    const plan = second.answer.$('[data-import-plan]')
    await run('contacts', second, { source, columns: plan.attr('data-columns')! })
    expect(chosenOf(await ask({}))).toEqual(['last_name', 'city', 'email'])
    expect(chosenOf(await ask({ source: 'f'.repeat(64), column_0: '' }))).toEqual(['last_name', 'city', 'email'])
  })

  it('does with each row in doubt what was chosen for it', async () => {
    const { id } = (await administrator.post('/company/add', { name: 'Twijfel B.V.', email: 'x@twijfel.example' })).json<{ id: number }>() // prettier-ignore
    const proof = await prove('companies', 'Naam;E-mail;Plaats\nTwijfel Een;x@twijfel.example;Ede\nTwijfel Twee;x@twijfel.example;Ede\nTwijfel Drie;x@twijfel.example;Ede') // prettier-ignore
    expect(proof.expected).toBe('0-0-0-3-0')
    expect(proof.answer.$('[data-import-choice="2"] option').toArray().map((one) => proof.answer.$(one).attr('value'))).toEqual(['', 'skip', 'new', String(id)]) // prettier-ignore
    expect((await post('companies', proof, proof.rows, { choices: JSON.stringify({ 2: 1 }) })).status).toBe(422)
    const { last } = await run('companies', { ...proof, key: randomUUID() }, { doubts: '1', choices: JSON.stringify({ 2: id, 3: 'skip' }) }) // prettier-ignore
    expect(last.trigger.flash).toMatchObject({ str: '2 bedrijven geïmporteerd: 1 nieuw, 1 bijgewerkt, 1 overgeslagen' })
    const names = await app.db.selectFrom('companies').select('name').where('name', 'like', 'Twijfel %').orderBy('name').execute() // prettier-ignore
    expect(names.map(({ name }) => name)).toEqual(['Twijfel Drie', 'Twijfel Een'])
  })

  it('that would come to something else than its proof is refused whole', async () => {
    const proof = await prove('companies', 'Naam;Plaats\nKade Noord;Ede\nKade Zuid;Ede')
    await administrator.post('/company/add', { name: 'Kade Zuid' })
    const before = await everything()
    expect((await post('companies', proof, proof.rows)).status).toBe(409)
    expect(await everything()).toBe(before)
  })

  it('leaves the address by which somebody signs in', async () => {
    const id = app.story.contacts.student
    await app.db.updateTable('contacts').set({ birth_date: '1990-02-03' }).where('id', '=', id).execute()
    const { first_name, last_name_prefix, last_name } = await app.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    const { why } = await prove('contacts', `Voornaam;Tussenvoegsel;Achternaam;Geboortedatum;E-mail\n${first_name};${last_name_prefix};${last_name};03-02-1990;ander@adres.example`) // prettier-ignore
    expect(why[0]).toContain('Het e-mailadres van iemand met een account wijzigt u bij het contact.')
  })

  it('comes to what its proof says, and a second time to nothing', { timeout: 300_000 }, async () => {
    const cell = <T extends string>(...some: T[]) => fc.constantFrom('', ...some)
    const person = fc.tuple(
      ...[cell('Jan', 'Jans', 'J.'), cell('van'), cell('Toeval', 'Geval', 'Été'), cell('01-02-1980', '1980-02-01', '03-04-1990', '99-99-9999')], // prettier-ignore
      ...[cell('a@toeval.example', 'b@toeval.example', 'geen adres'), cell('Lindelaan 1', 'Dorp'), cell('77001', '77002'), cell('De Linde Toeval', 'Onbekend BV')], // prettier-ignore
    )
    const company = fc.tuple(
      ...[cell('De Linde Toeval', 'Toeval BV', 'toeval bv'), cell('11112222', '33334444', '1'), cell('a@toeval.example')], // prettier-ignore
      ...[cell('77001', '77003'), cell('1234 AB', '1234'), cell('Ede')],
    )
    const HEADS = {
      contacts: 'Voornaam;Tussenvoegsel;Achternaam;Geboortedatum;E-mail;Adres;Debiteurnr;Bedrijf',
      companies: 'Naam;KVK;E-mail;Debiteurnr;Postcode;Plaats',
    }
    const lists = fc.oneof(
      fc.record({ table: fc.constant('contacts' as const), rows: fc.array(person, { minLength: 1, maxLength: 6 }) }),
      fc.record({ table: fc.constant('companies' as const), rows: fc.array(company, { minLength: 1, maxLength: 5 }) }),
    )
    const before = await mails()
    await fc.assert(
      fc.asyncProperty(lists, fc.boolean(), async ({ table, rows }, doubts) => {
        const list = [HEADS[table], ...rows.map((row) => row.join(';'))].join('\n')
        const proof = await prove(table, list)
        if (proof.rows.length === 0) return
        const { counts, count } = await run(table, proof, doubts ? { doubts: '1' } : {})
        expect([counts, count]).toEqual([proof.expected, proof.rows.length])
        const again = await prove(table, list)
        expect([list, again.expected.split('-').slice(0, 2)]).toEqual([list, ['0', '0']])
        const all = await everything()
        await run(table, { ...again, key: randomUUID() })
        expect(await everything()).toBe(all)
      }),
      { numRuns: Number(process.env.IMPORT_FILES ?? 25) },
    )
    expect(await mails()).toBe(before)
  })
})

const [COMING, NEXT] = [addDays(today(), 210), addDays(today(), 211)].map(formatDate)

describe('each kind', () => {
  /** A list of it, its proof, what it becomes when it comes again, and one of its rows as stored. */
  const KINDS: [Table, string, string, string, (story: TestApp['story']) => Promise<object | undefined>, object][] = [
    [
      'products',
      'Artikelcode;Naam;Prijs;Btw\nB-1;Blusdeken;€ 1.012,50;21%\nB-2;Pleisters;4,95;onzin\nB-1;Anders;3;21',
      '1-0-0-0-2',
      '0-0-1-0-2',
      () => app.db.selectFrom('products').innerJoin('product_prices', 'product_prices.product_id', 'products.id').select(['name', 'price']).where('code', '=', 'B-1').executeTakeFirst(), // prettier-ignore
      { name: 'Blusdeken', price: '1012.5000' },
    ],
    [
      'courses',
      'Omschrijving;Code;Duur;Geldig;Prijs;Btw;Onderdeel\nReddingszwemmen;RZ;2 dagen;3 jaar;250;21%;Theorie|Bad\n;X;1 dag;;;;',
      '1-0-0-0-1',
      '0-0-1-0-1',
      async () =>
        (
          await app.pool.query<object>(`select c.description, c.validity_months, p.code as product,
            (select array_agg(k.description || ' ' || k.duration_minutes order by position) from course_components k where k.course_id = c.id) as parts
            from courses c join products p on p.id = c.product_id where c.code = 'RZ'`)
        ).rows[0],
      { description: 'Reddingszwemmen', validity_months: 36, product: 'RZ', parts: ['Theorie 960', 'Bad 960'] },
    ],
    [
      'devices',
      'Klant;Apparaat;Serienummer;Bouwjaar;Locatie\nMetaalwerken Twente B.V.;Haspel;IMP-1;2019;Hal\nMetaalwerken Twente B.V.;Deken;;;Kantine\nNiemand B.V.;Haspel;IMP-2;;',
      '2-0-0-0-1',
      '0-0-2-0-1',
      () => app.db.selectFrom('devices').select(['name', 'production_year']).where('serial_number', '=', 'IMP-1').executeTakeFirst(), // prettier-ignore
      { name: 'Haspel', production_year: 2019 },
    ],
    [
      'opening-items',
      'Klant;Factuurnummer;Factuurdatum;Vervaldatum;Totaal;Openstaand\nMetaalwerken Twente B.V.;O-77;02-01-2024;01-02-2024;121,00;21,00\nMetaalwerken Twente B.V.;O-78;02-01-2024;01-01-2024;5;5',
      '1-0-0-0-1',
      '0-0-1-0-1',
      () => app.db.selectFrom('opening_items').select(['total', 'opening']).where('number', '=', 'O-77').executeTakeFirst(), // prettier-ignore
      { total: 12_100, opening: 2100 },
    ],
    [
      'certificates',
      'Achternaam;Voornaam;E-mail;Cursus;Datum;Nummer\nVerleden;Toos;toos@verleden.example;BHV-B;04-03-2024;OUD/77\nNiemand;X;;BHV-B;04-03-2024;\nVerleden;Toos;toos@verleden.example;BHV-B;04-03-2999;',
      '1-0-0-0-2',
      '0-0-1-0-2',
      async () =>
        (
          await app.pool
            .query<object>(`select c.number, c.valid_until::text, g.imported, e.passed, c.file_key from certificates c
            join appointment_groups g on g.id = c.group_id join appointments a on a.group_id = g.id
            join enrolments e on e.appointment_id = a.id and e.contact_id = c.contact_id where c.number = 'OUD/77'`)
        ).rows[0],
      { number: 'OUD/77', valid_until: '2025-03-04', imported: true, passed: 1, file_key: null },
    ],
    [
      'certificates',
      'Achternaam;Voornaam;E-mail;Cursus;Datum;Nummer\nVerleden;Toos;toos@verleden.example;BHV-B;04-03-2021;OUD/77\nVerleden;Toos;toos@verleden.example;BHV-B;04-03-2020;OUD/66\nVerleden;Toos;toos@verleden.example;BHV-B;04-03-2019;OUD/66',
      '1-0-0-0-2',
      '0-0-1-0-2',
      async () => (await app.pool.query<object>(`select count(*)::int from enrolments e join contacts c on c.id = e.contact_id where c.last_name = 'Verleden'`)).rows[0], // prettier-ignore
      { count: 2 },
    ],
    [
      'enrolments',
      'Achternaam;Voornaam;E-mail;Cursus;Datum\nVerleden;Toos;toos@verleden.example;BHV-B;05-03-2024\nVerleden;Toos;toos@verleden.example;BHV-B;04-03-2024',
      '1-0-1-0-0',
      '0-0-2-0-0',
      async () => (await app.pool.query<object>(`select count(*)::int from enrolments e join contacts c on c.id = e.contact_id where c.last_name = 'Verleden'`)).rows[0], // prettier-ignore
      { count: 3 },
    ],
    [
      'plannings',
      `Planningnummer;Opleiding;Datum;Begintijd;Eindtijd;Lokaal;Docent;Max;Incompany;BSN
        P-9;BHV-B;${COMING};9:00;12:30;lokaal A;;2;Metaalwerken Twente B.V.;123456782
        P-9;BHV-B;${NEXT};09.00 uur;${NEXT} 16:30:00;lokaal A;;2;Metaalwerken Twente B.V.;
        P-7;BHV-B;${COMING};18:00;20:00;;Niemand Docent;;;
        P-6;BHV-B;04-03-2024;09:00;16:30;;;;;
        P-5;Niets;${COMING};09:00;16:30;;;;;
        P-4;BHV-B;${COMING};16:00;09:00;;;;;`.replaceAll('\n        ', '\n'),
      '2-0-0-1-3',
      '0-0-2-1-3',
      async () =>
        (
          await app.pool
            .query<object>(`select g.incompany, g.imported, count(*)::int as parts, min(a.max_count) as places, min(r.name) as room,
            array_agg(to_char(a.starts_at, 'HH24:MI') || '-' || to_char(a.ends_at, 'HH24:MI') order by a.starts_at) as times,
            (select k.name from appointment_group_companies c join companies k on k.id = c.company_id where c.group_id = g.id) as company
            from appointment_groups g join appointments a on a.group_id = g.id join rooms r on r.id = a.room_id where g.old_number = 'P-9' group by g.id`)
        ).rows[0],
      { incompany: true, imported: false, parts: 2, places: 2, room: 'lokaal A', times: ['09:00-12:30', '09:00-16:30'], company: 'Metaalwerken Twente B.V.' }, // prettier-ignore
    ],
    [
      'enrolments-to-come',
      `Achternaam;Voornaam;E-mail;Planning;Cursus;Datum;Gefactureerd
        Verleden;Toos;toos@verleden.example;P-9;;;nee
        Verleden;Toos;toos@verleden.example;;BHV-B;${COMING};
        Verleden;Toos;toos@verleden.example;;BHV-B;04-03-2024;
        Niemand;X;;P-9;;;
        Verleden;Toos;toos@verleden.example;P-0;;;
        Verleden;Toos;toos@verleden.example;P-9;;;F-12`.replaceAll('\n        ', '\n'),
      '1-0-1-0-4',
      '0-0-3-0-3',
      async () => (await app.pool.query<object>(`select count(*)::int from enrolments e join contacts c on c.id = e.contact_id join appointments a on a.id = e.appointment_id where c.last_name = 'Verleden' and a.starts_at > now()`)).rows[0], // prettier-ignore
      { count: 2 },
    ],
  ]
  it.each(KINDS)(
    '%s come in as proven, once, and do nothing beside it',
    async (table, list, first, again, stored, wanted) => {
      if (table === 'certificates')
        await run(
          'contacts',
          await prove('contacts', 'Voornaam;Achternaam;E-mail\nToos;Verleden;toos@verleden.example'),
        )
      const before = await beside()
      const proof = await prove(table, list)
      expect([proof.expected, proof.why]).toEqual([first, expect.anything()])
      const { counts } = await run(table, proof)
      expect(counts).toBe(first)
      expect(await stored(app.story)).toEqual(wanted)
      expect(await beside()).toEqual(before)
      const second = await prove(table, list)
      expect([second.expected, second.why]).toEqual([again, expect.anything()])
    },
  )

  it('says days and times in a workbook as in any list', async () => {
    const day = new Date(`${addDays(today(), 230)}T00:00:00Z`)
    const file = await writeXlsxFile([
      [{ value: 'Cursus' }, { value: 'Datum' }, { value: 'Begin' }, { value: 'Einde' }],
      [{ value: 'BHV-B' }, { value: day, type: Date, format: 'dd-mm-yyyy' }, { value: 0.4375, type: Number, format: 'hh:mm' }, { value: 0.75, type: Number }], // prettier-ignore
      [{ value: 'BHV-B' }, { value: new Date(day.getTime() + 30_600_000), type: Date, format: 'dd-mm-yyyy hh:mm' }, {}, { value: '9:30' }], // prettier-ignore
    ]).toBuffer()
    const { rows, why } = proofOf(await upload(administrator, '/import/preview?table=plannings', {}, { name: 'p.xlsx', bytes: new Uint8Array(file) })) // prettier-ignore
    expect(rows.map(({ cells }) => cells.start ?? cells.date)).toEqual(['10:30', `${addDays(today(), 230)} 08:30`])
    expect(why.join()).toMatch(/10:30.* \| Nieuw.*08:30.* \| Nieuw/)
  })

  it('to come is told where it is taken or full, and a planning comes as a whole', async () => {
    const HEAD = 'Planningnummer;Opleiding;Datum;Begintijd;Eindtijd;Lokaal'
    const list = `${HEAD}\nQ-1;BHV-B;${COMING};10:00;11:00;lokaal A\nQ-1;BHV-B;${NEXT};18:00;19:00;lokaal B`
    const proof = await prove('plannings', list)
    expect([proof.expected, proof.why[0], proof.why[1]]).toEqual([
      '0-0-0-2-0',
      expect.stringMatching(/lokaal A.*bezet/i),
      expect.stringContaining('Hoort bij regel 2.'),
    ])
    await run('plannings', { ...proof, key: randomUUID() })
    const doubles = async () => (await app.pool.query('select 1 from double_bookings where room_id is not null')).rowCount! // prettier-ignore
    const [before, permitted] = [(await prove('plannings', list)).expected, await doubles()]
    expect(before).toBe('0-0-0-2-0')
    const { last } = await run('plannings', { ...proof, key: randomUUID() }, { doubts: '1' })
    expect([(await prove('plannings', list)).expected, await doubles()]).toEqual(['0-0-2-0-0', permitted + 1])
    const broken = await prove('plannings', `${HEAD}\nQ-2;BHV-B;${NEXT};20:00;21:00;\nQ-2;BHV-B;${NEXT};16:00;09:00;`)
    expect([broken.expected, broken.why[0]]).toEqual(['0-0-0-1-1', expect.stringContaining('Regel 3 van deze planning gaat niet mee.')]) // prettier-ignore
    // Of one place two people are told, and the planning of that day is not the only one.
    const people = ['Een', 'Twee'].map((name) => `Vol;${name};${name}@vol.example`)
    await run('contacts', await prove('contacts', ['Achternaam;Voornaam;E-mail', ...people].join('\n')))
    const full = await prove('enrolments-to-come', ['Achternaam;Voornaam;E-mail;Planning', ...people.map((one) => `${one};P-9`)].join('\n')) // prettier-ignore
    expect([full.expected, full.why.join()]).toEqual(['1-0-0-0-1', expect.stringContaining('Deze planning is vol.')])
    const either = await prove('enrolments-to-come', `Achternaam;Voornaam;E-mail;Cursus;Datum\n${people[0]};BHV-B;${COMING}`) // prettier-ignore
    expect(either.why[0]).toContain('Noem het nummer van de planning.')
    expect((await administrator.post(`/undo/${last.undo!.set}`)).status).toBe(204)
    expect((await prove('plannings', list)).expected).toBe('0-0-0-2-0')
  })
})

describe('automatic messages about what was imported', () => {
  it('wait until somebody has seen what would go and to whom, once for each import', async () => {
    await run('contacts', await prove('contacts', 'Voornaam;Achternaam;E-mail\nWil;Wacht;wil@wacht.example'))
    await run('plannings', await prove('plannings', `Planningnummer;Opleiding;Datum;Begintijd;Eindtijd\nW-1;BHV-B;${COMING};19:00;21:00`)) // prettier-ignore
    const proof = await prove('enrolments-to-come', 'Voornaam;Achternaam;E-mail;Planning\nWil;Wacht;wil@wacht.example;W-1') // prettier-ignore
    const { id } = await run('enrolments-to-come', proof)
    const { id: template_id } = await app.db.insertInto('default_messages').values({ name: 'Tot gauw', subject: 'Tot gauw', content: '<p>Dag</p>' }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await app.db.insertInto('message_moments').values({ kind: 'planning-begin', recipients: 'students', template_id, active_since: new Date(0), days: 7, at: '09:00' }).execute() // prettier-ignore
    const told = async () => (await app.db.selectFrom('mails').select('id').where('recipient', '=', 'wil@wacht.example').execute()).length // prettier-ignore
    const page = async () => textOf(await administrator.get('/messages/moments/imported'))
    const due = new Date(`${addDays(today(), 203)}T12:00:00Z`)
    const waits = async () => (await administrator.get('/attention/menu')).json<{ waiting: { name: string; count: number }[] }>().waiting.find(({ name }) => name === 'imported_messages')?.count // prettier-ignore
    expect([await page(), await waits()]).toEqual([expect.stringMatching(/Tot gauw: 1 bericht.*wil@wacht\.example/), undefined]) // prettier-ignore
    await sendDue(app.services, due)
    const holding = (await waits())!
    expect([await told(), holding]).toEqual([0, expect.any(Number)])
    expect((await (await app.as(ROLE.teacher)).post(`/messages/moments/imported/release/${id}`)).status).toBe(403)
    expect((await administrator.post(`/messages/moments/imported/release/${id}`)).status).toBe(204)
    await sendDue(app.services, due)
    await sendDue(app.services, due)
    expect([await told(), (await waits()) ?? 0, await page()]).toEqual([2, holding - 1, expect.not.stringContaining('wil@wacht')]) // prettier-ignore
  })
})

describe('a long list', () => {
  const HEAD = 'Voornaam;Achternaam;E-mail;Debiteurnr'
  const send = (content: string) =>
    upload(administrator, '/import/list?table=contacts', {}, { name: 'lang.csv', bytes: content })
  const view = async (id: number, more = '') => (await administrator.get(`/import/list/view?id=${id}${more}`)).$
  /** Sends it, and what is shown once it was read. */
  async function read(list: string) {
    const sent = await send(list)
    expect([sent.status, sent.text]).toEqual([200, expect.anything()])
    const { id } = sent.json<{ id: number }>()
    expect((await view(id))('progress').length).toBe(1)
    await app.runJobs('imports.read')
    const $ = await view(id)
    return { id, $, expected: $('input[name="expected"]').attr('value') }
  }
  async function store(id: number, expected = '', more: Record<string, string> = {}) {
    const answer = await administrator.post('/import/list/store', { id, expected, ...more })
    if (answer.status < 300) await app.runJobs('imports.store')
    return answer.status
  }
  const namesLike = async (name: string) =>
    (await app.db.selectFrom('contacts').select(['first_name', 'client_id']).where('last_name', 'like', name).execute()) // prettier-ignore

  it('is refused where a line does not end, long before that fills the memory', async () => {
    for (const endless of [`"${'kwijt\n'.repeat(300_000)}`, ';'.repeat(1_500_000)]) {
      const { id } = (await send(`${HEAD}\nA;B;;\n${endless}`)).json<{ id: number }>()
      await app.runJobs('imports.read')
      expect((await view(id)).root().text()).toContain('Deze lijst is niet te lezen')
    }
  })

  it('is judged in parts as it would be whole, chosen by the page, stored at once and taken back at once', async () => {
    const known = (await administrator.post('/contact/add', { first_name: 'Lang', last_name: 'Bekend', email: 'lang@bekend.example', known_doubles: '' })).json<{ id: number }>() // prettier-ignore
    const people = Array.from(
      { length: 112 },
      (_, i) => `P${i};Lijst ${i};p${i}@lang.example;${i === 50 ? '88001' : ''}`,
    )
    // Doubles, and a number that was given, in parts of their own.
    people[102] = people[3]!
    people[103] = 'P9;Lijst 9;anders@lang.example;'
    people[105] = 'P105;Lijst 105;p105@lang.example;88001'
    people[107] = 'Ander;Mens;lang@bekend.example;'
    const list = [HEAD, ...people].join('\n')
    const whole = await prove('contacts', list)
    const { id, $, expected } = await read(list)
    expect([expected, whole.expected]).toEqual(['108-0-1-2-1', '108-0-1-2-1'])
    expect($('tbody tr').length).toBe(50)
    const doubts = await view(id, '&outcome=doubt')
    expect(doubts('tbody tr').length).toBe(2)
    expect(doubts('select[name="choice"]').last().find('option').toArray().map((one) => doubts(one).attr('value'))).toEqual(['', 'skip', 'new', String(known.id)]) // prettier-ignore
    expect((await administrator.post('/import/list/choose', { id, line: 109, choice: String(known.id) })).status).toBe(204) // prettier-ignore
    const before = await everything()
    expect(await store(id, '1-0-0-0-0')).toBe(409)
    expect(await store(id, expected)).toBeLessThan(300)
    expect([(await namesLike('Lijst %')).length, (await app.db.selectFrom('contacts').select('first_name').where('id', '=', known.id).executeTakeFirst())!.first_name]).toEqual([108, 'Ander']) // prettier-ignore
    const done = await view(id)
    expect(done.root().text().replace(/\s+/g, ' ')).toContain('109 contacten geïmporteerd: 108 nieuw, 1 bijgewerkt, 3 overgeslagen.') // prettier-ignore
    expect((await administrator.get(`/import/getLogFile?id=${id}`)).text.split('\r\n').length).toBe(114)
    expect((await administrator.post(`/undo/${done('[data-undo]').attr('data-undo')}`)).status).toBe(204)
    expect(await everything()).toBe(before)
  })

  it('comes to nothing where it would come to something else than its proof, and says so', async () => {
    const { id, expected } = await read(`${HEAD}\nNa;Proef;na@proef.example;\nTwee;Proef;twee@proef.example;`)
    expect(expected).toBe('2-0-0-0-0')
    await administrator.post('/contact/add', { first_name: 'Na', last_name: 'Proef', email: 'na@proef.example', known_doubles: '' }) // prettier-ignore
    expect(await store(id, expected)).toBeLessThan(300)
    expect((await namesLike('Proef')).length).toBe(1)
    expect((await view(id)).root().text()).toContain('Intussen is er iets gewijzigd')
    expect(await store(id, expected)).toBe(409)
  })

  it('is known by its length, and told what it cannot be', async () => {
    const long = [HEAD, ...Array.from({ length: 2_001 }, (_, i) => `P${i};Te lang;;`)].join('\n')
    const seen = await upload(administrator, '/import/preview?table=contacts', {}, { name: 'lang.csv', bytes: long })
    expect([seen.$('[data-import-plan]').length, seen.$('[hx-post="/import/list?table=contacts"]').length]).toEqual([0, 1]) // prettier-ignore
    expect((await administrator.post('/import/preview?table=contacts', { list: long })).text).toContain('Bewaar haar als CSV') // prettier-ignore
    const { id } = (await send('Kleur\nrood')).json<{ id: number }>()
    await app.runJobs('imports.read')
    expect((await view(id)).root().text()).toContain('heeft geen kolom Achternaam')
    const workbook = await writeXlsxFile([[{ value: 'Achternaam' }], [{ value: 'Werkboek' }]]).toBuffer()
    const refused = await upload(administrator, '/import/list?table=contacts', {}, { name: 'l.xlsx', bytes: new Uint8Array(workbook) }) // prettier-ignore
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Bewaar de lijst als CSV')])
    expect((await app.services.files.usage()).folders.get('imports') ?? 0).toBe(0)
  })
})
