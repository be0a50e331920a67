// clock
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'
import { addContact, addCourse, addEmptyPlanning, addEnrolment, addPart, addResponsible } from '../support/builders.ts'

let app: TestApp
let planner: Browser
let other: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  other = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

/** A day beyond what the story plans, another week each time. */
let days = 905
const nextDay = () => addDays(today(), (days += 7))
let made = 0
const addTeacher = (first_name: string, more: object = {}) =>
  addContact(app.db, {
    first_name,
    last_name: 'Vermeer',
    roles: [ROLE.teacher],
    email: `docent${++made}@example.nl`,
    ...more,
  })

/** Without a component, so that every teacher has the skill for it. */
async function part(day: string, who: number, from = '09:00', more: { role?: number; minutes?: number } = {}) {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const id = await addPart(app.db, {
    group_id,
    description: `Les ${from}`,
    starts_at: instantOf(day, from)!,
    minutes: more.minutes ?? 180,
    status: 'planned',
  })
  await addResponsible(app.db, { appointment_id: id, contact_id: who, role_id: more.role ?? ROLE.teacher })
  return id
}
const who = async (id: number) =>
  (
    await app.db
      .selectFrom('appointment_responsibles')
      .select('contact_id')
      .where('appointment_id', '=', id)
      .orderBy('contact_id')
      .execute()
  ).map(({ contact_id }) => contact_id)
const form = (contact_id: number, day: string, more: Record<string, string | number> = {}) => ({
  contact_id,
  kind: 'sick',
  first_day: formatDate(day),
  last_day: formatDate(day),
  reason: 'Griep',
  ...more,
})
const choose = (chosen: Record<number, number>) =>
  Object.fromEntries(Object.entries(chosen).map(([id, contact]) => [`choices[p${id}]`, contact]))
const preview = (sent: Record<string, string | number>, browser = planner) =>
  browser.post('/replacements/report/preview', sent)
const report = (sent: Record<string, string | number>, browser = planner) => browser.post('/replacements/report', sent)
/** Names of who can be chosen for a part, as they are shown. */
const offered = ({ $ }: { $: Awaited<ReturnType<typeof preview>>['$'] }, id: number) =>
  $(`[data-hit=${id}] .replace-choice b`)
    .toArray()
    .map((one) => $(one).text())
const key = ({ $ }: { $: Awaited<ReturnType<typeof preview>>['$'] }) => String($('input[name=plan]').val())
const absencesOf = (contact_id: number) =>
  app.db.selectFrom('absences').selectAll().where('contact_id', '=', contact_id).execute()
const mailsTo = (contact_id: number) =>
  app.db
    .selectFrom('mails')
    .select(['id', 'subject', 'text_body', 'state'])
    .where('object_type', '=', 'contact')
    .where('object_id', '=', contact_id)
    .orderBy('id')
    .execute()

describe('somebody who is reported away', () => {
  it('is replaced as was chosen per part, by one save that one click takes back', async () => {
    const day = nextDay()
    const [ill, pim, tess] = [await addTeacher('Ilse'), await addTeacher('Pim'), await addTeacher('Tess')]
    const [first, second, third] = [
      await part(day, ill),
      await part(day, ill, '13:00'),
      await part(addDays(day, 1), ill),
    ]
    const chosen = { ...form(ill, day), last_day: formatDate(addDays(day, 1)), tell_replacing: 1, tell_replaced: 1 }
    const sent = { ...chosen, ...choose({ [first]: pim, [second]: tess, [third]: 0 }) }
    const shown = await preview(sent)
    const text = shown.$('body').text().replace(/\s+/g, ' ')
    expect(text).toContain('3 e-mails gaan uit: Ilse Vermeer, Pim Vermeer, Tess Vermeer.')
    expect(text).toContain('blijft open en staat dan op ‘Te herstellen’')
    expect(shown.$('[data-plan-label]').attr('data-plan-label')).toBe(
      'Afwezig melden en 2 onderdelen overdragen, 3 e-mails',
    )
    const saved = await report({ ...sent, plan: key(shown) })
    expect([saved.status, await who(first), await who(second), await who(third)]).toEqual([200, [pim], [tess], [ill]])
    expect(await absencesOf(ill)).toMatchObject([{ kind: 'sick', reason: 'Griep' }])
    expect((await mailsTo(pim)).length + (await mailsTo(ill)).length).toBe(2)
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect([await who(first), await who(second), await absencesOf(ill)]).toEqual([[ill], [ill], []])
    expect((await mailsTo(pim)).filter(({ state }) => state === 'sent')).toEqual([])
  })

  it('is told nothing of why, nor is who takes over; each reads the own parts', async () => {
    const day = nextDay()
    const [ill, pim, tess] = [await addTeacher('Ilse'), await addTeacher('Pim'), await addTeacher('Tess')]
    const [first, second] = [await part(day, ill), await part(day, ill, '13:00')]
    const saved = await report({
      ...form(ill, day, { tell_replacing: 1, tell_replaced: 1 }),
      ...choose({ [first]: pim, [second]: tess }),
    })
    expect(saved.status).toBe(200)
    await app.runJobs('message.mailing')
    const [toPim, toIll] = [(await mailsTo(pim))[0]!, (await mailsTo(ill))[0]!]
    expect(toPim.subject).toBe('U valt in: uw rooster is gewijzigd')
    expect(toPim.text_body).toContain(`${formatDate(day)} van 09:00 tot 12:00 uur`)
    expect(toPim.text_body).not.toContain('13:00')
    expect(toIll.text_body).toContain('13:00 tot 16:00 uur')
    expect(toIll.text_body).toContain('door Tess Vermeer')
    for (const { subject, text_body } of [toPim, toIll]) expect(`${subject} ${text_body}`).not.toMatch(/ziek|griep/i)
    const silent = await addTeacher('Stil')
    const alone = await part(addDays(day, 1), silent)
    expect((await report({ ...form(silent, addDays(day, 1)), ...choose({ [alone]: pim }) })).status).toBe(200)
    expect([await mailsTo(silent), (await mailsTo(pim)).length]).toEqual([[], 1])
  })

  it('has nobody chosen by itself, and everything has to be chosen', async () => {
    const day = nextDay()
    const [ill, pim] = [await addTeacher('Ilse'), await addTeacher('Pim')]
    const id = await part(day, ill)
    const { $ } = await preview(form(ill, day))
    expect($('.replace-choice input:checked')).toHaveLength(0)
    expect($('[data-plan-refusal]').attr('data-plan-refusal')).toBe('Kies nog bij 1 onderdeel wie het overneemt.')
    const refused = await report(form(ill, day))
    expect([refused.status, refused.json()]).toEqual([422, { _form: ['Kies nog bij 1 onderdeel wie het overneemt.'] }])
    expect([await absencesOf(ill), await who(id)]).toEqual([[], [ill]])
    expect((await report({ ...form(ill, day), ...choose({ [id]: pim }) })).status).toBe(200)
  })
})

describe('who is proposed', () => {
  it('are three at most who can, the best first, with reasons; never who is busy, away, in it already or of another role', async () => {
    const day = nextDay()
    const ill = await addTeacher('Ilse')
    const id = await part(day, ill)
    const busy = await addTeacher('Bezet')
    await part(day, busy, '10:00')
    const away = await addTeacher('Weg')
    await app.db.insertInto('absences').values({ contact_id: away, first_day: day, last_day: day }).execute()
    const there = await addTeacher('Erbij')
    await addResponsible(app.db, { appointment_id: id, contact_id: there, role_id: ROLE.teacher })
    const lotus = await addTeacher('Lotus', { roles: [ROLE.lotus] })
    const gone = await addTeacher('Uit', { active: false })
    const evening = await addTeacher('Avond')
    await part(addDays(day, -1), evening, '20:00')
    const shown = await preview(form(ill, day))
    expect(offered(shown, id)).toHaveLength(3)
    for (const contact of [busy, away, there, lotus, gone, evening]) {
      const said = await preview({ ...form(ill, day), ...choose({ [id]: contact }) })
      const isTight = contact === evening
      expect(said.$(`[data-hit=${id}] .due--cancelled`)).toHaveLength(isTight ? 0 : 1)
      if (isTight) expect(said.$(`[data-hit=${id}]`).text()).toContain('minder dan 11 uur rust')
      else {
        const refused = await report({ ...form(ill, day), ...choose({ [id]: contact }) })
        expect([refused.status, Object.keys(refused.json<object>())]).toEqual([422, [`choices.p${id}`]])
      }
    }
    expect(await who(id)).toEqual([ill, there])
  })

  it('must have the skill and an own certificate that is valid that day', async () => {
    const { sickness } = app.story
    const shown = await planner.get(`/replacements/of/${sickness.absence}`)
    expect(shown.$(`[data-hit=${sickness.nobody}]`).text()).toMatch(/Niemand kan invallen: .*wordt gevraagd/)
    expect(offered(shown, sickness.part)).toEqual(['Jeroen van Dijk'])
    expect(shown.$(`[data-hit=${sickness.part}]`).text()).toContain('heeft VCA')
    const refused = await planner.post(
      `/replacements/of/${sickness.absence}`,
      choose({ [sickness.nobody]: app.story.contacts.teacher }),
    )
    expect(refused.json<Record<string, string[]>>()[`choices.p${sickness.nobody}`]![0]).toContain('mist de vaardigheid')
  })

  it('keep their own times and role where a lotus takes over', async () => {
    const day = nextDay()
    const [ill, can] = [await addTeacher('Ilse', { roles: [6] }), await addTeacher('Lot', { roles: [6] })]
    const id = await part(day, ill, '09:00', { role: ROLE.lotus })
    const starts_at = instantOf(day, '10:00')!
    await app.db.updateTable('appointment_responsibles').set({ starts_at }).where('appointment_id', '=', id).execute()
    expect((await report({ ...form(ill, day), ...choose({ [id]: can }) })).status).toBe(200)
    const row = await app.db
      .selectFrom('appointment_responsibles')
      .selectAll()
      .where('appointment_id', '=', id)
      .executeTakeFirstOrThrow()
    expect([row.contact_id, row.role_id, row.starts_at]).toEqual([can, ROLE.lotus, starts_at])
  })

  it('cannot be chosen for two parts at a time', async () => {
    const day = nextDay()
    const [ill, pim] = [await addTeacher('Ilse'), await addTeacher('Pim')]
    const [first, second] = [await part(day, ill), await part(day, ill, '10:00')]
    const sent = { ...form(ill, day), ...choose({ [first]: pim, [second]: pim }) }
    expect((await preview(sent)).$('[data-plan-refusal]').attr('data-plan-refusal')).toContain('Pim Vermeer is bezet')
    expect([(await report(sent)).status, await who(first), await absencesOf(ill)]).toEqual([422, [ill], []])
  })
})

describe('two planners at once', () => {
  it('lose nothing: the second reads what the first did, and an open form of a part is refused', async () => {
    const day = nextDay()
    const [ill, pim, tess] = [await addTeacher('Ilse'), await addTeacher('Pim'), await addTeacher('Tess')]
    const id = await part(day, ill)
    const before = await app.db.selectFrom('appointments').select('version').where('id', '=', id).executeTakeFirst()
    const [mine, theirs] = [pim, tess].map((one) => ({ ...form(ill, day), ...choose({ [id]: one }) })) as [object, object] // prettier-ignore
    const [a, b] = [await preview(mine as never), await preview(theirs as never, other)]
    expect((await report({ ...mine, plan: key(a) })).status).toBe(200)
    const late = await report({ ...theirs, plan: key(b) }, other)
    expect([late.status, late.json()]).toEqual([
      409,
      expect.objectContaining({
        planned: true,
        message: 'Er is intussen iets gewijzigd. Hieronder staat wat er nu gebeurt.',
      }),
    ])
    const again = await preview(theirs as never, other)
    expect(again.text).toContain('Deze persoon is dan al afwezig gemeld.')
    expect([await who(id), (await absencesOf(ill)).length]).toEqual([[pim], 1])
    const after = await app.db.selectFrom('appointments').select('version').where('id', '=', id).executeTakeFirst()
    expect(after!.version).toBeGreaterThan(before!.version)
  })

  it('make of thirty reports at the same second one, and give nobody two parts at a time', async () => {
    const day = nextDay()
    const pim = await addTeacher('Pim')
    const ills = await Promise.all(Array.from({ length: 15 }, () => addTeacher('Ilse')))
    const parts = await Promise.all(ills.map((ill) => part(day, ill)))
    const answers = await Promise.all(
      ills.flatMap((ill, i) =>
        [planner, other].map((browser) => report({ ...form(ill, day), ...choose({ [parts[i]!]: pim }) }, browser)),
      ),
    )
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    for (const { status, text } of answers.filter((answer) => answer.status >= 300)) {
      expect([409, 422]).toContain(status)
      expect(text).toMatch(/is bezet|al afwezig gemeld|intussen|kan dit niet overnemen/)
    }
    const given = await Promise.all(parts.map(who))
    expect(given.filter(([one]) => one === pim)).toHaveLength(1)
  })
})

describe('the students of what is taken over', () => {
  it('are told who comes where their course says so, or when the planner ticks it; the button counts them', async () => {
    const day = nextDay()
    const [ill, pim] = [await addTeacher('Ilse'), await addTeacher('Pim')]
    const [told, quiet] = [await part(day, ill, '09:00'), await part(day, ill, '13:00')]
    const courses = await Promise.all(
      [true, false].map((tells_replacement) => addCourse(app.db, { description: `Meldt ${tells_replacement}`, tells_replacement })), // prettier-ignore
    )
    for (const [i, id] of [told, quiet].entries()) {
      const { group_id } = await app.db.selectFrom('appointments').select('group_id').where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
      await app.db
        .updateTable('appointment_groups')
        .set({ course_id: courses[i]! })
        .where('id', '=', group_id)
        .execute()
    }
    const person = (first_name: string, email: string | null) => addContact(app.db, { first_name, last_name: 'Cursist', email }) // prettier-ignore
    const [ann, bob, eve, cas] = [
      await person('Ann', 'ann@cursist.example'),
      await person('Bob', 'bob@cursist.example'),
      await person('Eve', null),
      await person('Cas', 'cas@cursist.example'),
    ]
    for (const contact_id of [ann, bob, eve]) await addEnrolment(app.db, { appointment_id: told, contact_id })
    for (const contact_id of [bob, cas]) await addEnrolment(app.db, { appointment_id: quiet, contact_id })
    const wish = { ...form(ill, day), ...choose({ [told]: pim, [quiet]: pim }), tell_replacing: 1 }
    const some = await preview(wish)
    expect(some.text).toContain('2 cursisten lezen per e-mail wie er komt.')
    expect(some.text).toContain('1 cursist krijgt dat niet, zonder e-mailadres.')
    expect(some.text).toContain('Afwezig melden en 2 onderdelen overdragen, 3 e-mails')
    const all = await preview({ ...wish, tell_students: 1 })
    expect(all.text).toContain('Afwezig melden en 2 onderdelen overdragen, 4 e-mails')
    const saved = await report({ ...wish, tell_students: 1, plan: key(all) })
    expect([saved.status, saved.trigger.flash?.str]).toEqual([200, expect.stringContaining('De 4 berichten staan')])
    await app.runJobs('message.mailing')
    const mail = async (contact: number) =>
      (await app.db.selectFrom('mails').select(['subject', 'text_body']).where('object_type', '=', 'contact').where('object_id', '=', contact).execute()).map(({ subject, text_body }) => `${subject} ${text_body}`) // prettier-ignore
    const [mine] = await mail(bob)
    expect(mine).toMatch(/^Een andere docent voor uw opleiding/)
    expect([await mail(ann), await mail(cas), await mail(eve)].map((one) => one.length)).toEqual([1, 1, 0])
  })
})

describe('how much is arranged at once', () => {
  it('is told before it is reached, and when it is: 28 days of who is away without an end, 60 parts', async () => {
    const opened = await planner.get('/replacements/report')
    expect(opened.text).toContain('dan worden de eerste 28 dagen geregeld. Hooguit 60 onderdelen tegelijk.')
    const [ill, one] = [await addTeacher('Ilse'), await addTeacher('Een')]
    days += 100
    const day = nextDay()
    const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
    await sql`
      with made as (
        insert into appointments (group_id, description, starts_at, ends_at, status, max_count)
        select ${group_id}, 'Les', starts_at, starts_at + interval '1 hour', 'planned', 12
        from generate_series(${instantOf(day, '06:00')}::timestamptz, ${instantOf(day, '06:00')}::timestamptz + interval '61 days',
          interval '1 day') starts_at
        returning id)
      insert into appointment_responsibles (appointment_id, contact_id, role_id)
      select id, ${ill}, ${sql.lit(ROLE.teacher)} from made`.execute(app.db)
    const all = await preview(form(ill, day, { last_day: formatDate(addDays(day, 90)) }))
    expect(all.$('[data-hit]')).toHaveLength(60)
    expect(all.text).toContain('60 van 62 onderdelen in deze periode')
    expect(all.text).toContain('De andere 2 volgen als deze zijn geregeld')
    expect(all.text).not.toContain('Zonder laatste dag')
    await part(day, one)
    const open = await preview(form(one, day, { last_day: '' }))
    expect(open.text).toContain(`tot en met ${formatDate(addDays(day, 28))}`)
    expect(open.text).toContain('1 onderdeel in deze periode')
    expect(open.text).not.toContain('tegelijk: dit zijn de eerste')
    days += 100
  })
})

describe('what it costs', () => {
  it('is as many statements for twenty parts as for one', async () => {
    const [one, many] = [await addTeacher('Een'), await addTeacher('Veel')]
    // In weeks of their own: who gives something else near is asked for its place.
    days += 100
    const day = nextDay()
    await part(day, one)
    for (let i = 0; i < 20; i++) await part(addDays(day, 28 + (i % 10)), many, i < 10 ? '09:00' : '13:00')
    const counted = async (contact: number, from: string, last: string) => {
      let hits = 0
      const queries = await countQueries(app, async () => {
        hits = (await preview({ ...form(contact, from), last_day: formatDate(last) })).$('[data-hit]').length
      })
      return { hits, queries }
    }
    await counted(one, day, day)
    const few = await counted(one, day, day)
    const all = await counted(many, addDays(day, 28), addDays(day, 38))
    expect([few.hits, all]).toEqual([1, { hits: 20, queries: few.queries }])
  })
})
