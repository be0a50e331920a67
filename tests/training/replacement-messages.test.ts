// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'

let app: TestApp
let planner: Browser
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

/** A day beyond what the story plans, another week each time. */
let days = 905
let made = 0
const addTeacher = (first_name: string) =>
  addContact(app.db, {
    first_name,
    last_name: 'Vermeer',
    roles: [ROLE.teacher],
    email: `invaller${++made}@example.nl`,
  })

async function illness() {
  const day = addDays(today(), (days += 7))
  const [ill, pim] = [await addTeacher('Ilse'), await addTeacher('Pim')]
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const starts_at = instantOf(day, '09:00')!
  const id = await addPart(app.db, { group_id, description: 'Les', starts_at, minutes: 180, status: 'planned' })
  await addResponsible(app.db, { appointment_id: id, contact_id: ill, role_id: ROLE.teacher })
  const form = {
    contact_id: ill,
    kind: 'sick',
    first_day: formatDate(day),
    last_day: formatDate(day),
    [`choices[p${id}]`]: pim,
    tell_replacing: 1,
  }
  return { ill, pim, id, day, form }
}
const mailTo = (contact_id: number) =>
  app.db
    .selectFrom('mails')
    .select(['subject', 'text_body'])
    .where('object_type', '=', 'contact')
    .where('object_id', '=', contact_id)
    .executeTakeFirstOrThrow()
const shown = (form: object) => planner.post('/replacements/report/message', form as Record<string, string>)
const words = (text: string) => text.replace(/\s+/g, ' ').trim()
async function setTemplate(id: number, text: { subject: string; content: string }) {
  const before = await app.db
    .selectFrom('default_messages')
    .select(['version', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return planner.post(`/messages/default/view/${id}`, { ...before, ...text })
}
const settings = async (change: object) => {
  const { version } = await app.db
    .selectFrom('settings')
    .select('version')
    .where('key', '=', 'replacement_messages')
    .executeTakeFirstOrThrow()
  const chosen = { ...app.story.replacementMessages, ...change, version }
  return administrator.post('/settings/replacement-messages', chosen)
}

describe('what people read when somebody takes over', () => {
  it('is shown before it goes, for each of them, and is then sent so', async () => {
    const { ill, pim, form, day } = await illness()
    const asked = { ...form, tell_replaced: 1 }
    const { $ } = await planner.post('/replacements/report/preview', asked)
    const readers = $('select[name=reader] option').toArray()
    expect(readers.map((one) => $(one).text())).toEqual(['Pim Vermeer (wie invalt)', 'Ilse Vermeer (wie er niet is)'])
    const previews = []
    for (const one of readers) previews.push((await shown({ ...asked, reader: $(one).attr('value')! })).$)
    expect(words(previews[0]!('.mail-body').text())).toContain(`${formatDate(day)} van 09:00 tot 12:00 uur`)
    expect((await planner.post('/replacements/report', asked)).status).toBe(200)
    await app.runJobs('message.mailing')
    for (const [i, contact] of [pim, ill].entries()) {
      const { subject, text_body } = await mailTo(contact)
      expect(previews[i]!('.mail-subject').text()).toBe(subject)
      const letters = (text: string) => text.replace(/https?:\S+|\W/g, '')
      expect(letters(previews[i]!('.mail-body').text())).toBe(letters(text_body))
    }
  })

  it('is a default message that planners write anew', async () => {
    const { to_replacing } = app.story.replacementMessages
    const { pim, form } = await illness()
    const text = {
      subject: 'Invallen: {{ ontvanger.voornaam }}',
      content: '<p>{% for deel in overgenomen %}{{ deel.omschrijving }}{% endfor %}, dank u wel.</p>',
    }
    expect((await setTemplate(to_replacing, text)).status).toBe(204)
    const { $ } = await shown({ ...form, reader: `to_replacing-${pim}` })
    expect([$('.mail-subject').text(), words($('.mail-body').text())]).toEqual(['Invallen: Pim', 'Les, dank u wel.'])
    expect((await planner.post('/replacements/report', form)).status).toBe(200)
    await app.runJobs('message.mailing')
    expect(await mailTo(pim)).toMatchObject({ subject: 'Invallen: Pim', text_body: 'Les, dank u wel.' })
  })

  it('is another one where an administrator chooses so, of those that fit who reads it', async () => {
    const { to_replaced, to_students } = app.story.replacementMessages
    const { $ } = await administrator.get('/settings/replacement-messages')
    const offered = $('select[name=to_replacing] option')
      .toArray()
      .map((one) => $(one).text())
    expect(offered).toContain('Overgenomen: aan de cursisten')
    expect(offered).not.toContain('Certificaat')
    const wrong = await settings({ to_replacing: app.story.defaultMessage })
    expect([wrong.status, Object.keys(wrong.json<object>())]).toEqual([422, ['to_replacing']])
    expect((await settings({ to_replacing: to_replaced })).status).toBe(200)
    const { form, pim } = await illness()
    expect((await shown({ ...form, reader: `to_replacing-${pim}` })).text).toContain('Uw onderdelen zijn overgenomen')
    const kept = await planner.post('/messages/default/delete', { id: to_students })
    expect([kept.status, kept.json()]).toMatchObject([
      409,
      { reasons: [{ label: 'Berichten bij overdragen', count: 1 }] },
    ])
    expect((await planner.get('/settings/replacement-messages')).status).toBe(403)
  })

  it('stops the save in words where its message can be made no more; nobody is reported or told', async () => {
    const { to_students } = app.story.replacementMessages
    await settings({ to_replacing: to_students })
    const { ill, form } = await illness()
    await setTemplate(to_students, { subject: 'Anders', content: '<p>{{ planning.cursus }}</p>' })
    const refused = await planner.post('/replacements/report', form)
    expect([refused.status, refused.json()]).toEqual([
      422,
      { _form: [expect.stringContaining('Het gegeven planning.cursus bestaat niet voor deze ontvangers.')] },
    ])
    expect(await app.db.selectFrom('absences').select('id').where('contact_id', '=', ill).execute()).toEqual([])
  })
})
