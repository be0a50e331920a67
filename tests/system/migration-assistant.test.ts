import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Double, doublesText, fetchParts } from '../../src/system/migration-assistant/assistant.contract.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { textCell, workbookParts, zip } from '../support/zip-writer.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp({ env: { MIGRATION_ASSISTANT: '1' } })
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const BASE = '/settings/migration'
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin', accept: 'application/json' }
const textOf = ({ $ }: Answer) => $.root().text().replace(/\s+/g, ' ')

/** A GET with the token, as the page sends it. */
async function fetchPart(what: string, part: number | string): Promise<Answer> {
  const { token } = (await administrator.get('/ajax/getToken')).json<{ token: string }>()
  return administrator.request(`${BASE}/get_data/${what}/${part}`, { headers: { ...SAME_ORIGIN, 'X-CSRF-Token': token } }) // prettier-ignore
}
async function fetchAll(what: string): Promise<Answer> {
  for (let part = 1; part < 10; part++) expect((await fetchPart(what, part)).status).toBe(200)
  return fetchPart(what, 10)
}
const step = (key: string) => administrator.get(`${BASE}/steps?step=${key}`)

interface Proof {
  expected: string
  text: string
  rows: string[]
}
async function prove(what: string): Promise<Proof> {
  const popup = await administrator.get(`${BASE}/take/${what}`)
  const rows = popup.$('tbody tr').toArray().map((row) => popup.$(row).find('td').toArray().slice(1).map((cell) => popup.$(cell).text()).join(' | ')) // prettier-ignore
  return { expected: popup.$('[name=expected]').attr('value') ?? '', text: textOf(popup), rows }
}
/** Takes a kind over as its proof says. */
async function take(what: string, more: Record<string, string> = {}) {
  const { expected } = await prove(what)
  const answer = await administrator.post(`${BASE}/take/${what}`, { expected, ...more })
  return { expected, answer }
}
async function begin(source: string, files: Record<string, string | Uint8Array<ArrayBuffer>> = {}): Promise<Answer> {
  const { token } = (await administrator.get('/ajax/getToken')).json<{ token: string }>()
  const body = new FormData()
  body.set('source', source)
  for (const [name, bytes] of Object.entries(files)) body.append('files', new Blob([bytes]), name)
  return administrator.request(`${BASE}/start`, { method: 'POST', headers: { 'HX-Request': 'true', 'X-CSRF-Token': token }, body }) // prettier-ignore
}
const finish = () => administrator.post(`${BASE}/finish`)
const count = async (table: string) => Number((await app.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]!.n) // prettier-ignore
const sent = async () => Promise.all(['mails', 'accounting_bookings', 'register_requests', 'users'].map(count))

/** The views of an older system, in a schema that the application may read. */
const views = (sql: string) =>
  app.owner.pool.query(`drop schema if exists noordkaap cascade; create schema noordkaap; ${sql};
    grant usage on schema noordkaap to public; grant select on all tables in schema noordkaap to public`)
const COMPANIES = Array.from({ length: 25 }, (_, i) => `('b${String(i).padStart(2, '0')}', 'Oud Bedrijf ${i}', '${7000 + i}', 'Zwolle', 'geheim')`) // prettier-ignore
const withCompanies = (more: string[] = []) =>
  `create table noordkaap.companies as select * from (values ${[...COMPANIES, ...more].join(', ')}) v (id, name, client_id, city, bsn)`
const CONTACTS = `create table noordkaap.contacts as select * from (values
  (1, 'Anna', 'Oudeman', date '1980-02-03', 'Oud Bedrijf 3', null), (2, 'Bas', 'Zelfstandig', null, null, 7900),
  (3, 'Cor', 'Elders', null, 'Onbekend B.V.', null)) v (id, first_name, last_name, birth_date, company, client_id)`

const toDatabase = (url: string | null) => void (app.services.config.migration = { url })
const NOWHERE = 'postgres://noordkaap@127.0.0.1:1/oud'

describe('the assistant', () => {
  it('is an optional integration, as the accounting provider, the mail provider and the remote helpdesk: not there without its configuration [A-004][A-211]', async () => {
    const { config } = app.services
    expect(config).toMatchObject({ accountingProviders: { exact: undefined, moneybird: undefined }, mailProviders: { microsoft: undefined, google: undefined }, remoteSupport: undefined }) // prettier-ignore
    const tabs = async () => (await administrator.page('/settings/')).$('.popup-menu-item').text()
    const places = async () => (await administrator.get('/ajax/palette')).text
    expect([await tabs(), await places()]).toEqual([expect.stringContaining('Overstappen'), expect.stringContaining('Instellingen: Overstappen')]) // prettier-ignore
    expect((await administrator.get(BASE)).status).toBe(200)
    config.migration = undefined
    expect(await tabs()).not.toContain('Overstappen')
    expect(await places()).not.toContain('Overstappen')
    for (const path of ['', '/steps', '/check_connection', '/start', '/doubles', '/take/companies', '/report?move=1'])
      expect([path, (await administrator.get(`${BASE}${path}`)).status]).toEqual([path, 404])
    expect((await fetchPart('companies', 1)).status).toBe(404)
    expect((await finish()).status).toBe(404)
    config.migration = { url: null }
  })

  it('is one of the tabs of the settings, for administrators alone [A-017][R-263]', async () => {
    const tabs = (await administrator.page('/settings/')).$('.popup-menu-item').text()
    for (const tab of ['Documenten', 'E-mail', 'Statuskleuren', 'Schijf', 'Overstappen', 'API-sleutels'])
      expect(tabs).toContain(tab)
    const planner = await app.as(ROLE.scheduler)
    for (const path of ['', '/steps', '/check_connection', '/start', '/report?move=1'])
      expect([path, (await planner.get(`${BASE}${path}`)).status]).toEqual([path, 403])
  })

  it('asks a part once more after 2 seconds, and not where numbers stand twice', async () => {
    const run = async (fails: (part: number, time: number) => string | null, missing = [8, 9, 10]) => {
      const log: string[] = []
      const times = new Map<number, number>()
      await fetchParts(missing, {
        get: (part) => {
          times.set(part, (times.get(part) ?? 0) + 1)
          log.push(`get ${part}`)
          const error = fails(part, times.get(part)!)
          return error === null ? Promise.resolve() : Promise.reject(new Error(error))
        },
        pause: (ms) => Promise.resolve(log.push(`wait ${ms}`)),
        isFinal: (error) => (error as Error).message === 'double',
        progress: (percent) => log.push(`${percent}%`),
      }).catch((error: Error) => log.push(error.message))
      return log
    }
    expect(await run(() => null)).toEqual(['get 8', '80%', 'get 9', '90%', 'get 10', '100%'])
    expect(await run((part, time) => (part === 9 && time === 1 ? 'lost' : null))).toEqual(['get 8', '80%', 'get 9', 'wait 2000', 'get 9', '90%', 'get 10', '100%']) // prettier-ignore
    expect(await run((part) => (part === 9 ? 'lost' : null))).toEqual(['get 8', '80%', 'get 9', 'wait 2000', 'get 9', 'lost']) // prettier-ignore
    expect(await run(() => 'double')).toEqual(['get 8', 'double'])
  })
})

describe('a database', () => {
  it('is told to be there or not, and why [A-170][A-171][M-095][M-096]', async () => {
    const ask = async (url: string | null) => {
      toDatabase(url)
      const answer = await administrator.get(`${BASE}/check_connection`)
      expect([answer.status, answer.trigger.flash?.str]).toEqual([200, answer.json().message])
      const { connected, message, why } = answer.json<{ connected: boolean; message: string; why?: string }>()
      return [connected, message, why]
    }
    const NO = 'Kan geen verbinding met de database krijgen'
    await app.owner.pool.query('drop schema if exists noordkaap cascade')
    const noViews = 'Het schema noordkaap of de weergaven daarin ontbreken, of mogen niet gelezen worden.'
    expect(await ask(app.connectionString)).toEqual([false, NO, noViews])
    await views('create table noordkaap.iets (id integer)')
    expect(await ask(app.connectionString)).toEqual([false, NO, noViews])
    await views('create table noordkaap.companies (name text)')
    expect(await ask(app.connectionString)).toEqual([false, NO, 'In een weergave ontbreekt de kolom id.'])
    await views(
      `create function noordkaap.slow() returns text language plpgsql as $$ begin raise exception 'slow' using errcode = '57014'; end $$;
       create view noordkaap.companies as select noordkaap.slow() as id`,
    )
    expect(await ask(app.connectionString)).toEqual([false, NO, 'Het oude systeem antwoordt te langzaam.'])
    expect(await ask(app.connectionString.replace(/\/\/[^@/]*/, '//niemand'))).toEqual([false, NO, 'De gebruikersnaam of het wachtwoord klopt niet.']) // prettier-ignore
    expect(await ask(app.connectionString.replace(/(@[^/]*\/)[^?]*/, '$1nergens'))).toEqual([
      false,
      NO,
      'Deze database bestaat daar niet.',
    ])
    expect(await ask(NOWHERE)).toEqual([false, NO, 'Het oude systeem is niet te bereiken.'])
    expect(await ask(null)).toEqual([false, NO, 'Er is geen adres van het oude systeem ingesteld (OLD_SYSTEM_URL).'])
    await views(withCompanies())
    expect(await ask(app.connectionString)).toEqual([true, 'Verbinding met database gemaakt', undefined])
  })

  it('refuses debtor numbers that stand there twice until somebody chose who keeps them [A-126][A-159]', async () => {
    await views(`${withCompanies(["('b99', 'Dubbel B.V.', '07003', null, null)"])}; ${CONTACTS}`)
    expect((await begin('database')).status).toBe(204)
    expect((await begin('planaday', { 'bedrijven.csv': 'Naam\nX' })).status).toBe(409)
    const refused = await fetchPart('companies', 1)
    const double = { number: '7003', of: [{ key: 'companies:b03', name: 'Oud Bedrijf 3' }, { key: 'companies:b99', name: 'Dubbel B.V.' }] } // prettier-ignore
    expect([refused.status, refused.json<{ doubles: Double[] }>().doubles]).toEqual([424, [double]])
    expect(doublesText([double])).toBe('Deze debiteurnummers staan dubbel in het oude systeem: 7003 (Oud Bedrijf 3, Dubbel B.V.). Kies wie het nummer houdt.') // prettier-ignore
    expect((await fetchPart('companies', 'getDoubles')).json()).toEqual({ doubles: [double] })
    expect((await fetchPart('contacts', 'getDoubles')).json()).toEqual({ doubles: [] })
    expect(textOf(await step('companies'))).toContain('1 debiteurnummer staat dubbel. Kies wie het nummer houdt')
    expect((await administrator.get(`${BASE}/doubles`)).$('option').text()).toContain('Dubbel B.V.')
    await administrator.post(`${BASE}/doubles`, { 'doubles[0][number]': '7003', 'doubles[0][keeper]': 'companies:b99' })
    expect((await fetchPart('companies', 'getDoubles')).json()).toEqual({ doubles: [] })
    expect((await fetchPart('companies', 1)).status).toBe(200)
  })

  it('is fetched in ten parts, by a GET with the token alone [R-264][A-195]', async () => {
    const without = await administrator.request(`${BASE}/get_data/companies/1`, { headers: SAME_ORIGIN })
    expect(without.status).toBe(403)
    for (const [what, part] of [
      ['companies', 0],
      ['companies', 11],
      ['companies', 'x'],
      ['users', 1],
      ['users', 'getDoubles'],
      ['finish', 1],
    ] as const)
      // prettier-ignore
      expect([what, part, (await fetchPart(what, part)).status]).toEqual([what, part, 404])
    expect((await administrator.post(`${BASE}/take/companies`, { expected: '0-0-0-0-0' })).status).toBe(409)
    // Broken off after three of them, and gone on.
    for (const part of [1, 2, 3]) await fetchPart('companies', part)
    expect((await step('companies')).$('[data-migration-fetch]').attr('data-missing')).toBe('4,5,6,7,8,9,10')
    expect((await step('companies')).$('[data-migration-bar]').attr('value')).toBe('30')
    for (const part of [4, 5, 6, 7, 7, 8, 9]) await fetchPart('companies', part)
    expect((await fetchPart('companies', 10)).json()).toEqual({ what: 'companies', part: 10, parts: 10, rows: 3, fetched: 26, total: 26, done: true }) // prettier-ignore
    const rows = await app.pool.query<{ part: number; n: string }>(`select part, count(*) as n from migration_rows group by 1 order by 1`) // prettier-ignore
    expect(rows.rows.map(({ n }) => Number(n))).toEqual([2, 3, 2, 3, 3, 2, 3, 2, 3, 3])
    // What is no column of ours is not fetched.
    expect((await app.pool.query(`select 1 from migration_rows where cells::text like '%geheim%'`)).rowCount).toBe(0)
  })

  it('is taken over in the order of the steps, sends nothing, and a second time changes nothing [S-160][A-101]', async () => {
    const before = await sent()
    const shown = await step('settings')
    expect(shown.$('.migration-steps b').toArray().map((one) => shown.$(one).text())).toEqual(['Instellingen', 'Bedrijven', 'Contacten', 'Opleidingen', 'Agenda', 'Contracten', 'Afronden']) // prettier-ignore
    const companies = await take('companies')
    expect([companies.expected, companies.answer.status]).toEqual(['26-0-0-0-0', 200])
    const numbers = await app.pool.query(`select client_id from companies where name in ('Oud Bedrijf 3', 'Dubbel B.V.') order by name`) // prettier-ignore
    expect(numbers.rows[0]).toEqual({ client_id: 7003 })
    expect((numbers.rows[1] as { client_id: number }).client_id).not.toBe(7003)
    await fetchAll('contacts')
    const proof = await prove('contacts')
    // However many there are, their answer is waited for.
    expect((await administrator.get(`${BASE}/take/contacts`)).$('form').attr('hx-config')).toBe('timeout:0')
    expect(proof.rows[0]).toBe('3 | Cor Elders | Gaat niet mee | Dit bedrijf is niet bekend. Importeer eerst de bedrijven.') // prettier-ignore
    // Who is not ticked stays behind, and can come later.
    const [one, other] = ['1', '2'].map((line) => ({ lines: '1,2', 'in_selection[]': line }))
    expect((await take('contacts', one)).answer.json()).toMatchObject({ added: 1, refused: 2 })
    expect((await take('contacts', other)).expected).toBe('1-0-1-0-1')
    expect(await sent()).toEqual(before)
    expect(textOf(await step('finish'))).toContain('Bedrijven26 van 26 bedrijven')
    // Again: all of it is known, also what was changed here since.
    await app.pool.query(`update companies set city = 'Kampen' where name = 'Oud Bedrijf 5'`)
    await app.owner.pool.query(`update noordkaap.companies set city = 'Elburg' where id = 'b06'`)
    const all = await count('companies')
    await fetchAll('companies')
    const again = await take('companies')
    expect([again.expected, again.answer.status, await count('companies')]).toEqual(['0-0-25-0-1', 200, all])
    expect((await prove('companies')).rows[0]).toContain('Is in het oude systeem gewijzigd nadat het was overgenomen.')
    const cities = await app.pool.query(`select city from companies where name in ('Oud Bedrijf 5', 'Oud Bedrijf 6') order by name`) // prettier-ignore
    expect(cities.rows).toEqual([{ city: 'Kampen' }, { city: 'Zwolle' }])
  })

  it('that has other counts meanwhile, or of which the proof came to something else, takes nothing over', async () => {
    const { expected } = await prove('companies')
    await app.owner.pool.query(`insert into noordkaap.companies values ('b50', 'Later B.V.', null, null, null)`)
    const counted = await administrator.post(`${BASE}/take/companies`, { expected })
    expect([counted.status, counted.json().message]).toEqual([409, 'Het oude systeem telt nu 27 bedrijven; opgehaald zijn er 26. Haal ze opnieuw op.']) // prettier-ignore
    await fetchAll('companies')
    expect((await administrator.post(`${BASE}/take/companies`, { expected })).status).toBe(409)
    expect((await take('companies')).expected).toBe('1-0-25-0-1')
    // The connection is lost on the way.
    toDatabase(NOWHERE)
    expect((await fetchPart('companies', 4)).status).toBe(503)
    expect(textOf(await step('companies'))).toContain('Kan geen verbinding met de database krijgen. Het oude systeem is niet te bereiken.') // prettier-ignore
    toDatabase(app.connectionString)
  })

  it('that is undone can be taken over again, and its report says what came and what did not', async () => {
    await app.owner.pool.query(`insert into noordkaap.companies values ('b51', 'Terug B.V.', null, null, null)`)
    await fetchAll('companies')
    const { answer } = await take('companies')
    const { rows: sets } = await app.pool.query(`select until > now() + interval '29 days' as is_long from undoable_sets where change_set = $1`, [answer.undo!.set]) // prettier-ignore
    expect(sets).toEqual([{ is_long: true }])
    expect((await administrator.get('/import/wizard?table=companies')).text).toContain('Overstappen')
    expect((await administrator.post(`/undo/${answer.undo!.set}`)).status).toBeLessThan(300)
    expect((await app.pool.query(`select 1 from companies where name = 'Terug B.V.'`)).rowCount).toBe(0)
    expect((await take('companies')).expected).toBe('1-0-26-0-1')
    const { rows } = await app.pool.query<{ id: number }>('select id from migration_moves where finished_at is null')
    expect((await finish()).status).toBe(204)
    const report = await administrator.get(`${BASE}/report?move=${rows[0]!.id}`)
    expect(report.text).toContain(
      'contact;3;3;Gaat niet mee;Dit bedrijf is niet bekend. Importeer eerst de bedrijven.;',
    )
    expect(report.text.split('\r\n').filter((line) => line.startsWith('bedrijf;'))).toHaveLength(28)
    expect((await app.pool.query('select 1 from migration_rows where cells is not null')).rowCount).toBe(0)
    expect((await administrator.get(`${BASE}/report?move=999`)).status).toBe(404)
    expect((await fetchPart('companies', 1)).status).toBe(409)
  })
})

describe('a folder', () => {
  const BY_PLANADAY = [
    'bedrijfs_code;bedrijfsnaam;achternaam;voornaam;tussenvoegsel;adres_1;huisnummer;huisnummer_ext;postcode;plaats;geslacht;datum_geboortedatum;telefoonnummer_1;telefoonnummer_2;emailadres;bsn_nummer;employeeId',
    'K1;Kade Oost B.V.;Dijk;Eva;van;Kadelaan;12;a;8011AB;Zwolle;Vrouw;03-02-1985;0381234567;0612345678;eva@oud.example;123456782;P1',
    ';;Particulier;Fons;;;;;;;Onbekend;;;;;;P2',
  ].join('\r\n')

  it('is read as Planaday and Coachview write their lists', async () => {
    toDatabase(null)
    const nothing = await begin('planaday', { 'leeg.csv': 'a;b\n1;2' })
    expect([nothing.status, nothing.json<Record<string, string[]>>().files?.[0]]).toEqual([422, expect.stringContaining('niets dat wij herkennen')]) // prettier-ignore
    expect((await begin('planaday')).status).toBe(422)
    expect((await begin('database')).status).toBe(422)
    expect((await begin('planaday', { 'stuk.zip': 'PK\u0003\u0004 geen zip' })).status).toBe(422)
    const archive = zipSync({
      'export/bedrijven.csv': Buffer.from('Id;Bedrijfsnaam;KvK-nummer;Debiteurnummer;Plaats\n501;Kade Oost B.V.;12121212;8100;Zwolle\n501;Nog een B.V.;;;\n'), // prettier-ignore
      'export/leesmij.txt': Buffer.from('Dit is een export'),
    })
    expect((await begin('planaday', { 'export.zip': new Uint8Array(archive) })).status).toBe(204)
    expect((await begin('planaday', { 'cursisten.csv': BY_PLANADAY })).status).toBe(204)
    expect(textOf(await step('settings'))).toMatch(/Planaday: bedrijven\.csv, cursisten\.csv\. .*Niet herkend.*: leesmij\.txt\./) // prettier-ignore
    await fetchAll('companies')
    expect((await prove('companies')).rows).toContain('2 | Nog een B.V. | Gaat niet mee | Dit nummer staat twee keer in het oude systeem.') // prettier-ignore
    expect((await take('companies')).expected).toBe('1-0-0-0-1')
    expect((await fetchAll('contacts')).json()).toMatchObject({ fetched: 2, total: 2, done: true })
    expect(await app.pool.query(`select old_id, cells from migration_rows where what = 'contacts' and move_id = (select max(id) from migration_moves) order by line`)).toMatchObject({ rows: [{ old_id: 'P1' }, { old_id: 'P2' }] }) // prettier-ignore
    expect((await take('contacts')).expected).toBe('2-0-0-0-0')
    const { rows } = await app.pool.query(`select c.first_name, c.last_name_prefix, c.last_name, c.street, c.street_no, c.street_no_adding, c.gender, c.birth_date::text, c.mobile_phone, k.name from contacts c join companies k on k.id = c.company_id where c.email = 'eva@oud.example'`) // prettier-ignore
    expect(rows).toEqual([{ first_name: 'Eva', last_name_prefix: 'van', last_name: 'Dijk', street: 'Kadelaan', street_no: '12', street_no_adding: 'a', gender: 'f', birth_date: '1985-02-03', mobile_phone: '06-12345678', name: 'Kade Oost B.V.' }]) // prettier-ignore
    expect((await finish()).status).toBe(204)
  })

  it('of more rows than another list has comes from Excel too', async () => {
    const cells = (row: number, ...texts: string[]) => `<row r="${row}">${texts.map((text, i) => textCell(`${'AB'[i]}${row}`, text)).join('')}</row>` // prettier-ignore
    const rows = Array.from({ length: 2500 }, (_, i) => cells(i + 2, String(i), `Groot ${i} B.V.`))
    const workbook = zip(workbookParts([cells(1, 'Id', 'Bedrijfsnaam'), ...rows].join('')))
    expect((await begin('planaday', { 'bedrijven.xlsx': new Uint8Array(workbook) })).status).toBe(204)
    expect((await fetchAll('companies')).json()).toMatchObject({ fetched: 2500, done: true })
    await finish()
  })

  it('that would fill the memory is refused by its name', async () => {
    for (const [csv, why] of [
      ['a\n'.repeat(50_000), 'wide.csv: dit bestand heeft meer dan 40.000 regels'],
      ['a;'.repeat(600), 'wide.csv: dit bestand heeft meer dan 500 kolommen'],
    ] as const) {
      const answer = await begin('other', { 'wide.csv': csv })
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(why)])
    }
  })

  it('brings what is to come: plannings, then who is in them', async () => {
    const day = formatDate(addDays(today(), 90))
    expect((await begin('planaday', {
      'planningen.csv': `Id;Planning_id;Cursus;Datum;Starttijd;Eindtijd\n1;77;BHV-B;${day};09:00;16:00`,
      'deelnemers_komend.csv': 'Planning_id;Achternaam;Voornaam;Tussenvoegsel;E-mail\n77;Dijk;Eva;van;eva@oud.example',
    })).status).toBe(204) // prettier-ignore
    const before = await sent()
    for (const what of ['plannings', 'enrolments-to-come']) {
      await fetchAll(what)
      expect([what, (await take(what)).expected]).toEqual([what, '1-0-0-0-0'])
    }
    expect(textOf(await step('schedule'))).toMatch(/1 van 1 planning.*1 van 1 inschrijving/)
    expect(await sent()).toEqual(before)
    await finish()
  })

  it('that comes a second time changes nothing', async () => {
    const before = [await count('companies'), await count('contacts')]
    expect((await begin('planaday', { 'cursisten.csv': BY_PLANADAY })).status).toBe(204)
    await fetchAll('contacts')
    expect((await take('contacts')).expected).toBe('0-0-2-0-0')
    expect([await count('companies'), await count('contacts')]).toEqual(before)
    await finish()
  })
})
