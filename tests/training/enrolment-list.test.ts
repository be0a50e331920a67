import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import {
  addPeople,
  addPlanning,
  countsOf,
  fieldsIn,
  peopleIn,
  preview,
  put,
  saveList,
  tokenOf,
  upload,
} from './enrolment-support.ts'
import { fixture } from './participant-lists/reading.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const states = ({ $ }: Answer) =>
  $('tr[data-line]')
    .toArray()
    .map((row) => $(row).attr('data-state'))
const contactCount = async () =>
  (
    await app.db
      .selectFrom('contacts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
const byName = (last_name: string) =>
  app.db.selectFrom('contacts').selectAll().where('last_name', '=', last_name).orderBy('id').execute()
const byCompany = { company_id: '7' }

describe('the lists of four customers', () => {
  it.each([
    ['bakkerij-van-loon.txt', 17],
    ['metaalwerken-twente.csv', 38],
    ['transport-kuipers.csv', 212],
    ['zorggroep-de-linde.csv', 62],
  ])(
    '%s is previewed and enrolled with %i people, a second time adds nobody, and undone leaves nobody',
    async (file, count) => {
      const { parts } = await addPlanning(app, { max: 300, components: [null, null] })
      const before = await contactCount()
      const shown = await upload(planner, parts[0]!, fixture(file), file)
      expect(shown.status).toBe(200)
      expect(states(shown)).toEqual(Array.from({ length: count }, () => 'new'))

      const saved = await saveList(planner, parts[0]!, shown, byCompany)
      expect([saved.status, saved.text]).toEqual([204, ''])
      expect(saved.trigger.flash?.str).toBe(`${count} cursisten ingeschreven`)
      expect((await contactCount()) - before).toBe(count)
      for (const part of parts) expect(await peopleIn(app, part)).toHaveLength(count)

      const again = await upload(planner, parts[0]!, fixture(file), file)
      expect(states(again)).not.toContain('new')
      const second = await saveList(planner, parts[0]!, again, byCompany)
      expect(second.trigger.flash?.str).toBe('Iedereen was al ingeschreven.')
      expect((await contactCount()) - before).toBe(count)
      expect(await countsOf(app, parts[0]!)).toMatchObject({ enrolled_count: count })

      const undone = await planner.post(`/undo/${saved.undo!.set}`)
      expect([undone.status, undone.text, undone.trigger.flash?.str]).toEqual([204, '', 'Ongedaan gemaakt'])
      expect(await contactCount()).toBe(before)
      for (const part of parts) expect(await peopleIn(app, part)).toEqual([])
    },
  )
})

describe('the preview', () => {
  it('says how a list was read, what was left out and why, and lets the columns be changed', async () => {
    const { parts } = await addPlanning(app)
    const shown = await upload(planner, parts[0]!, fixture('metaalwerken-twente.csv'), 'lijst.csv')
    const reading = shown.$('[data-reading]').text()
    expect(reading).toContain("tekenset Windows-1252, kolommen gescheiden door puntkomma's")
    expect(reading).toContain('Regel 1: ')
    const { $ } = shown
    const columns = $('[data-column]').toArray()
    expect(columns.map((column) => $(column).find('[selected]').text())).toEqual([
      'Volledige naam',
      'Geboortedatum',
      'E-mail',
      'Opmerking',
    ])
    const text = 'Bakker;Ans;01-02-1980\nVisser;Jan;03-04-1981'
    const swapped = await preview(planner, parts[0]!, {
      text,
      header: '',
      'columns[]': ['last_name', 'first_name', 'birth_date'],
    })
    expect(swapped.$('tr[data-line]').first().attr('data-name')).toBe('Ans Bakker')
  })

  it('reads a list with the heading that the user names, or without one, and guesses the columns again', async () => {
    const { parts } = await addPlanning(app)
    const text = 'Onze Mensen;;\nKop A;Kop B;Kop C\nAns;Bakker;01-02-1980\nJan;Visser;03-04-1981\nEva;Smit;05-06-1982\n'
    const shown = await preview(planner, parts[0]!, { text, header: '1' })
    const names = ({ $ }: Answer) =>
      $('tr[data-line]')
        .toArray()
        .map((row) => $(row).attr('data-name'))
    expect(names(shown)).toEqual(['Ans Bakker', 'Jan Visser', 'Eva Smit'])
    expect(shown.$('[data-heading] [selected]').text()).toBe('Regel 2: Kop A · Kop B · Kop C')
    const without = await preview(planner, parts[0]!, { text, header: 'none' })
    expect(without.$('[data-heading] [selected]').text()).toBe('Geen')
    expect(names(without)).toContain('Kop A Kop B')
    const told = await preview(planner, parts[0]!, {
      text,
      header: '1',
      'columns[]': ['last_name', 'first_name', 'birth_date'],
    })
    expect(names(told)).toEqual(['Bakker Ans', 'Visser Jan', 'Smit Eva'])
    expect((await preview(planner, parts[0]!, { text, header: '-1' })).status).toBe(422)
  })

  it('does not call the heading unread', async () => {
    const { parts } = await addPlanning(app)
    const shown = await preview(planner, parts[0]!, { text: 'Naam;Geboortedatum\nAns Bakker;01-02-1980\n' })
    expect(shown.$('[data-reading]').text()).not.toContain('Kopregel.')
    expect(shown.$('[data-reading] details').first().attr('data-columns')).toBeDefined()
  })

  it('shows whom a line is matched with and why, and asks where it is not sure', async () => {
    const { parts } = await addPlanning(app)
    const text =
      'Voornaam\tTussenvoegsel\tAchternaam\tGeboortedatum\nAnouk\tvan der\tLinden\t14-01-1988\nBram\tter\tLinde\t\n'
    const shown = await preview(planner, parts[0]!, { text })
    expect(states(shown)).toEqual(['matched', 'doubtful'])
    const { $ } = shown
    const [matched, doubtful] = $('tr[data-line]').toArray()
    expect($(matched).text()).toContain('Zelfde naam en geboortedatum als Anouk van der Linden (14-01-1988).')
    expect($(matched).text()).toContain('Staat bij Zorggroep De Linde.')
    expect($(doubtful).text()).toContain('Zelfde naam als Bram ter Linde (02-06-1990)')
    const choices = $(doubtful).find('input[type="radio"]')
    expect(choices.toArray().map((option) => $(option).attr('value'))).toEqual(['11', 'new', 'skip'])
    // The name alone chooses nobody.
    expect(choices.filter('[checked]')).toHaveLength(0)
  })

  it('says of each line who takes part in something else at that time, and of who it may be', async () => {
    const course = app.story.courses.vca
    const other = await addPlanning(app, { courseId: course, inDays: 61 })
    const { parts } = await addPlanning(app, { inDays: 61 })
    const [busy, free, doubtful] = await addPeople(app, 3)
    const named = (id: number, last_name: string, birth_date: string | null) =>
      app.db.updateTable('contacts').set({ first_name: 'Wolf', last_name, birth_date }).where('id', '=', id).execute()
    await named(busy!, 'Elderink', '1980-02-01')
    await named(free!, 'Vrijhof', '1981-02-01')
    await named(doubtful!, 'Wellink', null)
    await put(app, other.parts, [busy!, doubtful!])
    const text = 'Naam;Geboortedatum\nWolf Elderink;01-02-1980\nWolf Vrijhof;01-02-1981\nWolf Wellink;\n'
    const shown = await preview(planner, parts[0]!, { text })
    const told = (id: number) => shown.$(`tr[data-contact=${id}] [data-elsewhere]`).text()
    expect(told(busy!)).toMatch(/^Wolf Elderink is dan ook ingeschreven voor .+\.$/)
    expect(told(free!)).toBe('')
    expect(shown.$(`label:has([value=${doubtful}]) small`).text()).toContain('Volgt dan al een andere opleiding.')
    expect(shown.$('[data-line-counts]').text()).toBe(
      '3 personen · 0 nieuw · 2 bestaand · 1 twijfel · 1 dan al elders ingeschreven',
    )
    // Who is in the same planning already is not elsewhere.
    const same = await preview(planner, other.parts[0]!, { text })
    expect(same.$('[data-elsewhere]').length).toBe(0)
  })

  it('never chooses somebody new by itself, and blocks the save as long as a line is open', async () => {
    const { parts } = await addPlanning(app)
    const contacts = await contactCount()
    // The same number as Anouk, under another name.
    const text = 'Voornaam;Achternaam;Geboortedatum;Mobiel\nKarin;Ooms;01-01-1970;06 1234 5510\n'
    const shown = await preview(planner, parts[0]!, { text })
    expect(states(shown)).toEqual(['doubtful'])
    expect(fieldsIn(shown)).not.toHaveProperty(['lines[0][choice]'])
    const refused = await saveList(planner, parts[0]!, shown, byCompany)
    expect(refused.status).toBe(422)
    expect(refused.json()).toEqual({
      'lines.0.choice': ['Maak een keuze'],
      _form: ['Nog 1 keuze open bij Karin Ooms.'],
    })
    expect(await contactCount()).toBe(contacts)

    const chosen = await saveList(planner, parts[0]!, shown, { ...byCompany, 'lines[0][choice]': 'new' })
    expect(chosen.status).toBe(204)
    expect(await byName('Ooms')).toHaveLength(1)
  })

  it('judges corrected lines again and keeps what was chosen', async () => {
    const { parts } = await addPlanning(app)
    const shown = await preview(planner, parts[0]!, {
      text: 'Voornaam;Achternaam;Geboortedatum\nHaneke;Visscher;08-04-1995\nPiet;Overslag;01-01-1980\n',
    })
    expect(states(shown)).toEqual(['new', 'new'])
    const corrected = await preview(planner, parts[0]!, {
      ...fieldsIn(shown),
      'lines[0][first_name]': 'Hanneke',
      'lines[0][last_name]': 'Visser',
      'lines[1][skip]': '1',
    })
    expect(states(corrected)).toEqual(['matched', 'new'])
    expect(corrected.$('[data-reading]')).toHaveLength(0)
    expect((await saveList(planner, parts[0]!, corrected)).status).toBe(204)
    expect(await peopleIn(app, parts[0]!)).toEqual([13])
    expect(await byName('Overslag')).toEqual([])
  })

  it('keeps choices and corrections when the heading or a column is chosen anew', async () => {
    const { parts } = await addPlanning(app)
    const text = [
      'Voornaam;Achternaam;Geboortedatum;Mobiel',
      'Corry;Keuze;01-01-1970;06 1234 5510',
      'Bram;ter Linde;;',
      'Piet;Overslag;01-01-1980;',
      'Haneke;Visscher;08-04-1995;',
      'Nog;Iemand;09-04-1995;',
    ].join('\n')
    const shown = await preview(planner, parts[0]!, { text })
    expect(states(shown)).toEqual(['doubtful', 'doubtful', 'new', 'new', 'new'])
    // What the browser sends: the lines on which something was decided, at their own places.
    const decided = Object.entries(fieldsIn(shown)).filter(([name]) => /^lines\[[0-3]\]/.test(name))
    const again = await preview(planner, parts[0]!, {
      ...Object.fromEntries(decided),
      text,
      header: '0',
      'columns[]': ['first_name', 'last_name', 'birth_date', 'ignored'],
      'lines[0][choice]': 'new',
      'lines[1][choice]': '11',
      'lines[2][skip]': '1',
      'lines[3][first_name]': 'Hanneke',
      'lines[3][last_name]': 'Visser',
    })
    expect(states(again)).toEqual(['new', 'doubtful', 'new', 'matched', 'new'])
    expect(again.$('[data-reading]')).toHaveLength(1)
    expect(fieldsIn(again)).toMatchObject({ 'lines[1][choice]': '11', 'lines[2][skip]': '1' })

    // Read as it was at first, the number is there again, and so is the choice; the correction stays what it was.
    const back = await preview(planner, parts[0]!, {
      ...fieldsIn(again),
      text,
      header: '0',
      'columns[]': ['first_name', 'last_name', 'birth_date', 'mobile_phone'],
    })
    expect(states(back)).toEqual(['doubtful', 'doubtful', 'new', 'matched', 'new'])
    expect(back.$('tr[data-line="3"]').attr('data-name')).toBe('Hanneke Visser')
    expect(back.$('tr[data-line="3"]').attr('data-corrected')).toBeDefined()
    expect(back.$('tr[data-line="4"]').attr('data-corrected')).toBeUndefined()
  })

  it('finds people however the name is spelled: ij or y, initials only, another way of writing the number', async () => {
    const { parts } = await addPlanning(app)
    await app.db
      .insertInto('contacts')
      .values([
        { first_name: 'Wijnand', last_name_prefix: 'van', last_name: 'Rhijn' },
        { first_name: '', initials: 'Q.', last_name: 'Zonnevijver' },
        { first_name: 'Heel', last_name: 'Anders', phone: '+31 (0)570 - 98 76 54' },
      ])
      .execute()
    const text =
      'Voornaam;Voorletters;Achternaam;Telefoon\nWynand;;van Rhyn;\n;Q.;Zonnevijver;\nOok;;Iemand;0570987654\n'
    const { $ } = await preview(planner, parts[0]!, { text })
    const whys = $('tr[data-line] .status + .c-note').toArray()
    expect(whys.map((why) => $(why).text())).toEqual([
      expect.stringContaining('Zelfde naam als Wijnand van Rhijn'),
      expect.stringContaining('Zelfde naam als Q. Zonnevijver'),
      expect.stringContaining('Zelfde telefoonnummer als Heel Anders'),
    ])
  })

  it('refuses what is no list with a Dutch sentence, and a file that is too large', async () => {
    const { parts } = await addPlanning(app)
    const empty = await preview(planner, parts[0]!, { text: '  \n' })
    expect([empty.status, empty.json()]).toEqual([422, { text: ['De lijst is leeg.'] }])
    const old = await upload(planner, parts[0]!, Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'oud.xls')
    expect([old.status, old.json()]).toEqual([
      422,
      { file: ['Dit is een bestand in de oude Excel-indeling (.xls). Sla het op als .xlsx of .csv.'] },
    ])
    const large = await upload(planner, parts[0]!, Buffer.alloc(2 * 1024 * 1024 + 1, 'a;b\n'), 'groot.csv')
    expect(large.status).toBe(413)
    // A request that does not say how large it is could be without end.
    const endless = await planner.request(`/calendar/enroll/${parts[0]}/0/list`, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'X-CSRF-Token': await tokenOf(planner) },
      body: new Blob(['--x--']).stream(),
      duplex: 'half',
    })
    expect(endless.status).toBe(413)
  })

  it('reads 5,000 lines and sends them back within the limits of one request', async () => {
    const { parts } = await addPlanning(app)
    const lines = Array.from({ length: 4999 }, (_, i) => {
      const year = 1950 + (i % 55)
      return `Voornaam${i};Achternaam${i};01-02-${year};persoon${i}@post.example;06${String(10_000_000 + i)}`
    })
    const text = `Voornaam;Achternaam;Geboortedatum;E-mail;Mobiel\n${lines.join('\n')}\n`
    const shown = await preview(planner, parts[0]!, { text })
    expect(shown.status).toBe(200)
    const saved = await saveList(planner, parts[0]!, shown, byCompany)
    expect(saved.status).toBe(422)
    expect(saved.json<{ students: string[] }>().students[0]).toContain('heeft 12 plaatsen vrij voor 4.999 cursisten')
    expect(await byName('Achternaam0')).toEqual([])
    const tooMany = await preview(planner, parts[0]!, { text: `${text}Een;Meer;01-02-1980;;\n` })
    expect(tooMany.status).toBe(422)
  }, 120_000)
})

describe('saving a list', () => {
  it('makes no doubles when two planners save the same list at once', async () => {
    const plannings = [await addPlanning(app), await addPlanning(app)]
    const text = 'Voornaam;Achternaam;Geboortedatum\nTwee;Tegelijk;01-01-1980\nNog;Tegelijk;02-02-1981\n'
    const colleague = await app.as(1)
    const shown = await Promise.all([
      preview(planner, plannings[0]!.parts[0]!, { text }),
      preview(colleague, plannings[1]!.parts[0]!, { text }),
    ])
    const saved = await Promise.all([
      saveList(planner, plannings[0]!.parts[0]!, shown[0], byCompany),
      saveList(colleague, plannings[1]!.parts[0]!, shown[1], byCompany),
    ])
    expect(saved.map(({ status }) => status)).toEqual([204, 204])
    const added = await byName('Tegelijk')
    expect(added).toHaveLength(2)
    for (const { parts } of plannings) expect(await peopleIn(app, parts[0]!)).toEqual(added.map(({ id }) => id))
  })

  it('asks again when a person without birth date was added meanwhile, although "new" had been chosen', async () => {
    const { parts } = await addPlanning(app)
    const text = 'Naam\nWillem Zonderdatum\n'
    const shown = await preview(planner, parts[0]!, { text })
    expect((await saveList(planner, parts[0]!, shown, byCompany)).status).toBe(204)
    const late = await saveList(planner, parts[0]!, shown, { ...byCompany, 'lines[0][choice]': 'new' })
    expect(late.status).toBe(422)
    expect(late.json()).toHaveProperty(['lines.0.choice'])
    expect(await byName('Zonderdatum')).toHaveLength(1)
  })

  it('stores all or nothing when a statement fails half-way', async () => {
    const { parts } = await addPlanning(app)
    const contacts = await contactCount()
    await app.owner.pool.query(`
      create function stop_here() returns trigger language plpgsql as $$
      begin if new.last_name = 'Breekt' then raise exception 'stopped by the test'; end if; return new; end $$`)
    await app.owner.pool.query(
      'create trigger stop_here before insert on contacts for each row execute function stop_here()',
    )
    const text =
      'Voornaam;Achternaam;Geboortedatum\nEen;Voorloper;01-01-1980\nTwee;Breekt;01-01-1981\nDrie;Volger;01-01-1982\n'
    const saved = await saveList(planner, parts[0]!, await preview(planner, parts[0]!, { text }), byCompany)
    await app.owner.pool.query('drop function stop_here() cascade')
    expect(saved.status).toBe(500)
    expect(saved.text).not.toContain('stopped by the test')
    expect(await contactCount()).toBe(contacts)
    expect(await peopleIn(app, parts[0]!)).toEqual([])
    expect(await countsOf(app, parts[0]!)).toMatchObject({ enrolled_count: 0 })
  })

  it('never takes the first ones when there are too few places: raise the maximum, or choose who [T-227]', async () => {
    const { parts } = await addPlanning(app, { max: 2 })
    const text =
      'Voornaam;Achternaam;Geboortedatum\nEen;Teveel;01-01-1980\nTwee;Teveel;02-01-1980\nDrie;Teveel;03-01-1980\n'
    const shown = await preview(planner, parts[0]!, { text })
    const refused = await saveList(planner, parts[0]!, shown, byCompany)
    expect([refused.status, refused.json()]).toEqual([
      422,
      { students: ['Er zijn niet genoeg vrije plaatsen: Deel 1 heeft 2 plaatsen vrij voor 3 cursisten.'] },
    ])
    expect(await byName('Teveel')).toEqual([])

    const chosen = await saveList(planner, parts[0]!, shown, { ...byCompany, 'lines[1][skip]': '1' })
    expect(chosen.status).toBe(204)
    expect((await byName('Teveel')).map(({ first_name }) => first_name)).toEqual(['Een', 'Drie'])
    const raised = await saveList(planner, parts[0]!, shown, { ...byCompany, raise_maximum: '1' })
    expect(raised.status).toBe(204)
    expect(await countsOf(app, parts[0]!)).toMatchObject({ enrolled_count: 3, max_count: 3 })
  })

  it('puts who does not fit in another planning, and once more nobody; all or nothing', async () => {
    const [here, other] = [await addPlanning(app, { max: 2 }), await addPlanning(app, { max: 2 })]
    const [first, second] = [here.parts[0]!, other.parts[0]!]
    const row = (i: number) => `Deler${i};Verdeling;0${i}-01-1980`
    const text = ['Voornaam;Achternaam;Geboortedatum', ...[1, 2, 3, 4].map(row)].join('\n')
    const tooMany = await preview(planner, first, { text: `${text}\n${row(5)}` })
    const divide = { ...byCompany, rest_appointment_id: String(second) }
    const refused = await saveList(planner, first, tooMany, divide)
    expect([refused.status, Object.keys(refused.json())]).toEqual([422, ['rest_appointment_id']])
    const shown = await preview(planner, first, { text })
    const same = await saveList(planner, first, shown, { ...byCompany, rest_appointment_id: String(first) })
    const vca = await addPlanning(app, { courseId: app.story.courses.vca })
    const elsewhere = await saveList(planner, first, shown, { ...byCompany, rest_appointment_id: String(vca.parts[0]) })
    expect([same.status, elsewhere.status]).toEqual([422, 422])
    expect(await byName('Verdeling')).toEqual([])

    const saved = await saveList(planner, first, shown, divide)
    expect(saved.trigger.flash?.str).toBe('4 cursisten ingeschreven. 2 staan in de andere planning.')
    const ids = (await byName('Verdeling')).map(({ id }) => id)
    expect([await peopleIn(app, first), await peopleIn(app, second)]).toEqual([ids.slice(0, 2), ids.slice(2)])

    // With a place free again nobody comes back from the other planning.
    await app.db.updateTable('appointments').set({ max_count: 4 }).where('id', '=', first).execute()
    const again = await saveList(planner, first, await preview(planner, first, { text }), divide)
    expect(again.trigger.flash?.str).toBe('Iedereen was al ingeschreven.')
    expect([await peopleIn(app, first), await peopleIn(app, second)]).toEqual([ids.slice(0, 2), ids.slice(2)])
  })

  it('keeps as many here as fit in every part', async () => {
    const [here, other] = [
      await addPlanning(app, { components: [null, null], max: 3 }),
      await addPlanning(app, { components: [null, null], max: 3 }),
    ]
    await app.db.updateTable('appointments').set({ max_count: 1 }).where('id', '=', here.parts[1]!).execute()
    const text = ['Voornaam;Achternaam;Geboortedatum', ...[1, 2, 3].map((i) => `Past${i};Krap;0${i}-02-1981`)].join(
      '\n',
    )
    const saved = await saveList(planner, here.parts[0]!, await preview(planner, here.parts[0]!, { text }), {
      ...byCompany,
      rest_appointment_id: String(other.parts[0]),
    })
    expect(saved.trigger.flash?.str).toBe('3 cursisten ingeschreven. 2 staan in de andere planning.')
    const ids = (await byName('Krap')).map(({ id }) => id)
    for (const part of here.parts) expect(await peopleIn(app, part)).toEqual(ids.slice(0, 1))
    for (const part of other.parts) expect(await peopleIn(app, part)).toEqual(ids.slice(1))
  })

  it('keeps markup in a name as text, and the note of a line with its enrolment', async () => {
    const { parts } = await addPlanning(app)
    const text =
      'Voornaam;Achternaam;Geboortedatum;Opmerking\n"<script>alert(1)</script>";"O\'Hara & Zn";01-01-1980;Vegetarisch\n'
    const shown = await preview(planner, parts[0]!, { text })
    expect(shown.text).not.toContain('<script>')
    expect((await saveList(planner, parts[0]!, shown, byCompany)).status).toBe(204)
    const [contact] = await byName("O'Hara & Zn")
    expect(contact).toMatchObject({ first_name: '<script>alert(1)</script>', roles: [5], company_id: 7 })
    const table = await planner.get(`/calendar/${parts[0]}/students/table?embed=1`)
    expect(table.text).not.toContain('<script>alert')
    expect(table.text).toContain('Vegetarisch')
  })

  it('wants to know the company of new people, and makes private persons debtors of their own', async () => {
    const { parts } = await addPlanning(app)
    const shown = await preview(planner, parts[0]!, {
      text: 'Voornaam;Achternaam;Geboortedatum\nPia;Particulier;01-01-1980\n',
    })
    const refused = await saveList(planner, parts[0]!, shown)
    expect([refused.status, Object.keys(refused.json())]).toEqual([422, ['company_id']])
    expect((await saveList(planner, parts[0]!, shown, { private_persons: '1' })).status).toBe(204)
    const [contact] = await byName('Particulier')
    expect(contact!.company_id).toBeNull()
    expect(contact!.client_id).toBeGreaterThan(0)
  })

  it('does not take a contact that was not offered, an unreadable line or a birth date that cannot be', async () => {
    const { parts } = await addPlanning(app)
    const [stranger] = await addPeople(app, 1)
    const shown = await preview(planner, parts[0]!, { text: 'Naam\nBram ter Linde\n' })
    const foreign = await saveList(planner, parts[0]!, shown, { ...byCompany, 'lines[0][choice]': String(stranger) })
    expect([foreign.status, Object.keys(foreign.json())]).toEqual([422, ['lines.0.choice', '_form']])
    const send = (line: Record<string, string>) =>
      planner.post(`/calendar/enroll/${parts[0]}/0`, { way: 'list', ...byCompany, ...line })
    expect((await send({ 'lines[0][person]': '[]]', 'lines[0][last_name]': 'Kapot' })).status).toBe(422)
    expect((await send({ 'lines[0][last_name]': '' })).json()).toHaveProperty(['lines.0.last_name'])
    expect((await send({ 'lines[0][last_name]': 'Oud', 'lines[0][birth_date]': '01-01-1850' })).json()).toEqual({
      'lines.0.birth_date': ['Geboortedatum 01-01-1850 ligt te ver in het verleden.'],
    })
    expect((await send({ 'lines[4294967294][last_name]': 'Ver' })).status).toBeLessThan(500)
    expect((await send({})).json()).toEqual({ lines: ['Bekijk de lijst eerst met Lijst controleren.'] })
    expect(await peopleIn(app, parts[0]!)).toEqual((await byName('Ver')).map(({ id }) => id))
  })
})

describe('a supervisor', () => {
  it('brings new people into the own company only, and learns nothing of other people', async () => {
    const supervisor = await app.as(4)
    const { parts } = await addPlanning(app)
    // Gerrit Bakker works elsewhere: for this supervisor he does not exist.
    const text = 'Voornaam;Achternaam;Geboortedatum\nGerrit;Bakker;15-11-1968\nAnouk;van der Linden;14-01-1988\n'
    const shown = await preview(supervisor, parts[0]!, { text })
    expect(states(shown)).toEqual(['new', 'matched'])
    const elsewhere = await saveList(supervisor, parts[0]!, shown, { company_id: String(app.story.companies.vanLoon) })
    expect(elsewhere.status).toBe(404)
    expect((await saveList(supervisor, parts[0]!, shown, { private_persons: '1' })).status).toBe(422)
    const own = await saveList(supervisor, parts[0]!, shown, { company_id: String(app.story.companies.deLinde) })
    expect(own.status).toBe(204)
    const gerrits = (await byName('Bakker')).filter(({ first_name }) => first_name === 'Gerrit')
    expect(gerrits.map(({ company_id }) => company_id)).toContain(app.story.companies.deLinde)
  })

  it('may not raise the maximum', async () => {
    const supervisor = await app.as(4)
    const { parts } = await addPlanning(app, { max: 1 })
    const own = await addPeople(app, 2, app.story.companies.deLinde)
    await app.db
      .insertInto('contact_companies')
      .values(own.map((contact_id) => ({ contact_id, company_id: app.story.companies.deLinde })))
      .execute()
    const answer = await supervisor.post(`/calendar/enroll/${parts[0]}/0`, { 'students[]': own, raise_maximum: '1' })
    expect([answer.status, await peopleIn(app, parts[0]!)]).toEqual([422, []])
  })
})
