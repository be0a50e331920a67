import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { addPlanning, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const PATH = '/courseRefresher/invitations'
const WRONG = 'Niet alle geadresseerden hebben een correct e-mail adres.'
const FAILED = 'Er ging iets mis bij het verzenden.'
let made = 0

/** Somebody with a refresher of this course, due in so many days. */
async function due(email: string | null, days = 30, courseId = app.story.courses.bhvRefresher) {
  const contact = await addContact(app.db, { first_name: 'Uit', last_name: `Genodigde ${++made}`, email })
  return { contact, id: await give(contact, days, courseId) }
}
async function give(contact: number, days: number, courseId: number): Promise<number> {
  const { id } = await app.db
    .insertInto('contact_refreshers')
    .values({ contact_id: contact, course_id: courseId, expires_at: addDays(today(), days) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const stored = (id: number) =>
  app.db.selectFrom('contact_refreshers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const mailsOf = (contact: number) =>
  app.db
    .selectFrom('mails')
    .select(['recipient', 'subject', 'text_body', 'state'])
    .where('object_type', '=', 'contact')
    .where('object_id', '=', contact)
    .execute()

const text = {
  subject: 'Herhalen: {{ herhaling.opleiding }}',
  content:
    '<p>{% for herhaling in herhalingen %}</p><p>{{ herhaling.opleiding }} voor {{ herhaling.vervaldatum }}</p><p>{% endfor %}</p>',
}
const form = (ids: number[], contacts: number[], more: object = {}) => ({
  'refreshers[]': ids,
  'recipients[]': contacts,
  ...text,
  ...more,
})

describe('the invitations wizard', () => {
  it('goes from refreshers to people to the message, and ticks who takes part and is not enrolled yet [R-107]', async () => {
    const free = await due('vrij@post.example')
    const booked = await due('bezet@post.example')
    const { parts } = await addPlanning(app, { courseId: app.story.courses.bhvRefresher, inDays: 10 })
    await put(app, parts, [booked.contact])
    const off = await due('weg@post.example')
    await app.db.updateTable('contacts').set({ active: false }).where('id', '=', off.contact).execute()
    const ids = [free.id, booked.id, off.id].join()
    const first = await planner.get(`${PATH}?ids=${ids}`)
    expect(
      first
        .$('[data-step-key]')
        .toArray()
        .map((step) => first.$(step).attr('data-step-key')),
    ).toEqual(['refreshers', 'people', 'message'])
    const ticked = first
      .$('input[name="refreshers[]"]')
      .toArray()
      .map((box) => [Number(first.$(box).val()), first.$(box).attr('checked') !== undefined])
    expect(new Map(ticked as [number, boolean][])).toEqual(
      new Map([
        [free.id, true],
        [booked.id, false],
        [off.id, false],
      ]),
    )
    const none = await planner.post(`${PATH}?ids=${ids}&step=people`, {})
    expect([none.status, none.json()]).toEqual([422, { refreshers: ['Kies minimaal één herhaling.'] }])
    const people = await planner.post(`${PATH}?ids=${ids}&step=people`, { 'refreshers[]': free.id })
    expect(
      people
        .$('input[name="recipients[]"]')
        .toArray()
        .map((box) => Number(people.$(box).val())),
    ).toEqual([free.contact])
    expect(people.$('[data-email-warning]')).toHaveLength(0)
    const message = await planner.post(`${PATH}?ids=${ids}&step=message`, {
      'refreshers[]': free.id,
      'recipients[]': free.contact,
    })
    expect(message.$('[name=subject]').val()).toContain('{{ herhaling.opleiding }}')
  })

  it('warns how many addresses are wrong and empty, and that these people get no message [T-167] [S-084]', async () => {
    const good = await due('goed@post.example')
    const wrong = await due('geen adres')
    const empty = [await due(null), await due(null)]
    const ids = [good, wrong, ...empty].map(({ id }) => id)
    const { $ } = await planner.post(`${PATH}?ids=${ids.join()}&step=people`, { 'refreshers[]': ids })
    expect($('[data-email-warning]').text().trim()).toBe(
      '1 e-mailadres klopt niet en 2 e-mailadressen ontbreken. Deze 3 personen krijgen geen bericht.',
    )
    expect(
      $('input[name="recipients[]"]')
        .toArray()
        .map((box) => Number($(box).val())),
    ).toEqual([good.contact])
  })

  it('sends each person one mail about what that person takes again, and notes when and by whom', async () => {
    const one = await due('een@post.example', 20)
    const second = await give(one.contact, 40, app.story.courses.ehbo)
    const other = await due('ander@post.example', 25)
    const left = await due('weg@post.example', 25)
    const ids = [one.id, second, other.id, left.id]
    const answer = await planner.post(`${PATH}?ids=${ids.join()}`, form(ids, [one.contact, other.contact]))
    expect([answer.status, answer.trigger.flash?.str]).toEqual([204, expect.stringContaining('2 berichten')])
    for (const id of [one.id, second, other.id])
      expect(await stored(id)).toMatchObject({ invited_at: expect.any(Date) as unknown, invited_by: planner.userId })
    expect((await stored(left.id)).invited_at).toBeNull()
    await app.runJobs('message.mailing')
    const day = (days: number) => formatDate(addDays(today(), days))
    const [mail, ...more] = await mailsOf(one.contact)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: 'een@post.example', subject: 'Herhalen: BHV herhaling' })
    expect(mail!.text_body).toContain(`BHV herhaling voor ${day(20)}`)
    expect(mail!.text_body).toContain(`EHBO basis voor ${day(40)}`)
    expect((await mailsOf(other.contact))[0]!.text_body).toContain(`BHV herhaling voor ${day(25)}`)
    expect(await mailsOf(left.contact)).toEqual([])
    const list = await planner.get(`/courses/refreshers?search=${encodeURIComponent('Genodigde')}&invited=yes`)
    expect(list.text).toContain(formatDate(today()))
  })

  it('says who has no right address, under the person and as a whole, and sends nothing [T-165] [M-061]', async () => {
    const good = await due('recht@post.example')
    const wrong = await due('krom')
    const gone = await due(null)
    const ids = [good.id, wrong.id, gone.id]
    const answer = await planner.post(PATH, form(ids, [good.contact, wrong.contact, gone.contact]))
    expect([answer.status, answer.json()]).toEqual([
      422,
      {
        [`emails.${wrong.contact}`]: ['Dit e-mailadres klopt niet.'],
        [`emails.${gone.contact}`]: ['Dit e-mailadres klopt niet.'],
        _form: [WRONG],
      },
    ])
    expect((await stored(good.id)).invited_at).toBeNull()
    expect(await mailsOf(good.contact)).toEqual([])
  })

  it('says of everything else that sending went wrong [T-166] [M-062]', async () => {
    const one = await due('fout@post.example')
    const failing = async (more: object) => (await planner.post(PATH, form([one.id], [one.contact], more))).json()
    expect(await failing({ subject: '' })).toMatchObject({ subject: expect.anything() as unknown, _form: [FAILED] })
    expect(await failing({ 'recipients[]': [] })).toEqual({
      recipients: ['Kies minimaal één ontvanger.'],
      _form: [FAILED],
    })
    expect(await failing({ content: '<p>{{ certificaat.nummer }}</p>' })).toMatchObject({ _form: [FAILED] })
    expect(await failing({ 'recipients[]': app.story.contacts.gerrit })).toEqual({ _form: [FAILED] })
    expect((await stored(one.id)).invited_at).toBeNull()
    // What fails without saying why is told by the form itself.
    expect((await planner.get(`${PATH}?ids=${one.id}`)).$('form').attr('data-fail')).toBe(FAILED)
  })

  it('shows the message as one of them will read it, and keeps nothing', async () => {
    const one = await due('kijk@post.example', 33)
    const { $, status } = await planner.post(`${PATH}/preview`, {
      'refreshers[]': one.id,
      ...text,
      preview: one.contact,
    })
    expect(status).toBe(200)
    expect($('.mail-subject').text()).toBe('Herhalen: BHV herhaling')
    expect($('.mail-body').text()).toContain(`BHV herhaling voor ${formatDate(addDays(today(), 33))}`)
    expect((await stored(one.id)).invited_at).toBeNull()
    for (const wrong of [
      { subject: '{{ 7*7 }}' },
      { content: '<p>{{ certificaat.nummer }}</p>' },
      { subject: '{% if %}' },
    ]) {
      const answer = await planner.post(`${PATH}/preview`, { 'refreshers[]': one.id, ...text, ...wrong })
      expect([answer.status, Object.keys(answer.json<object>())]).toEqual([422, ['content']])
    }
  })

  it('can be taken back while the mail waits: then nobody was invited', async () => {
    const one = await due('terug@post.example')
    const answer = await planner.post(PATH, form([one.id], [one.contact]))
    expect((await planner.post(`/undo/${answer.undo!.set}`)).status).toBe(204)
    expect((await stored(one.id)).invited_at).toBeNull()
    expect((await mailsOf(one.contact)).filter(({ state }) => state === 'queued')).toEqual([])
  })

  it('is asked for by a supervisor of the person, once, and waits for the planners until they did', async () => {
    const supervisor = await app.as(ROLE.supervisor)
    const { anouk, foreign } = app.story.refreshers
    const asked = async () => (await planner.get('/courses/refreshers?asked=yes')).$('tbody tr[data-id]').length
    expect(await asked()).toBe(0)
    expect((await supervisor.get(`/courseRefresher/view/${anouk}`)).text).toContain('Uitnodiging vragen')
    const answer = await supervisor.post(`/courseRefresher/ask/${anouk}`)
    expect(answer.trigger.flash).toEqual({ str: 'Uitnodiging gevraagd', type: 'success' })
    expect(await stored(anouk)).toMatchObject({ asked_by: supervisor.userId, invited_at: null })
    expect((await supervisor.post(`/courseRefresher/ask/${anouk}`)).status).toBe(422)
    expect((await supervisor.post(`/courseRefresher/ask/${foreign}`)).status).toBe(404)
    expect((await planner.post(`/courseRefresher/ask/${anouk}`)).status).toBe(403)
    expect(await asked()).toBe(1)
    const strip = await planner.get('/attention')
    expect(strip.text).toContain('uitnodiging gevraagd')
    await planner.post(PATH, form([anouk], [app.story.contacts.anouk]))
    expect(await asked()).toBe(0)
  })

  it('is offered to planners, for chosen ones and for all that wait', async () => {
    const waiting = await due('wacht@post.example', 12)
    const { $ } = await planner.get(PATH)
    const offered = $('input[name="refreshers[]"]')
      .toArray()
      .map((box) => Number($(box).val()))
    expect(offered).toContain(waiting.id)
    expect((await (await app.as(ROLE.supervisor)).get(PATH)).status).toBe(403)
  })
})
