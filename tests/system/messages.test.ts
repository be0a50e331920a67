import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resumeMailings, sendMailing } from '../../src/system/messages/mailing.job.ts'
import { type Browser, testApp } from '../support/app.ts'
import { growth } from '../support/cost.ts'
import { addContact } from '../support/builders.ts'
import { type MailingApp, mailingApp } from '../support/mailing-app.ts'

let app: MailingApp['app']
let close: MailingApp['close']
let planner: Browser
beforeAll(async () => {
  ;({ app, close } = await mailingApp())
  planner = await app.as(2)
})
afterAll(() => close())

const mails = (where: { subject: string }) =>
  app.db.selectFrom('mails').selectAll().where('subject', '=', where.subject).orderBy('id').execute()
const work = async (mailing: number) => {
  for (let i = 0; i < 400; i++) {
    await sendMailing({ id: mailing }, app.services)
    const left = await app.db
      .selectFrom('mails')
      .select('id')
      .where('mailing_id', '=', mailing)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    if (!left) return
  }
}
const lastMailing = async () =>
  (await app.db.selectFrom('mailings').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
const course = () => `/messages/write/course?appointment_id=${app.story.appointments.coming}`
const content = '<p>Beste {{ ontvanger.naam }},</p>'

describe('the messages of a contact', () => {
  it('have one button to write, with the contact as recipient', async () => {
    const { anouk } = app.story.contacts
    const tab = await planner.get(`/messages/of/contact/${anouk}`)
    expect(tab.$('a[href^="/messages/write/"]').attr('href')).toBe(`/messages/write/default?contact_id=${anouk}`)
    const table = await planner.get(`/messages?embed=1&contact_id=${anouk}`)
    expect(table.text).not.toContain('/messages/write/default')
    expect((await planner.page('/messages')).text).toContain('/messages/write/default')
  })

  it('are those of somebody who is there', async () => {
    expect((await planner.get('/messages/of/contact/2147483647')).status).toBe(404)
    expect((await planner.get('/messages/of/course/1')).status).toBe(404)
  })
})

describe('without a mail server', () => {
  it('nothing is called sent: the list, the message, the form and who sends something say so', async () => {
    const alone = await testApp()
    try {
      const [writer, administrator] = [await alone.as(2), await alone.as(1)]
      const path = `/messages/write/course?appointment_id=${alone.story.appointments.coming}`
      expect((await writer.get(path)).$('.note--warning').text()).toContain('Er is geen mailserver ingesteld')
      const sent = await writer.post(path, { subject: 'Blijft hier', content, kinds: 'students' })
      expect(sent.trigger.flash).toMatchObject({
        type: 'warning',
        str: expect.stringMatching(/^Niet verstuurd/) as unknown,
      })
      const { id: mailing } = await alone.db
        .selectFrom('mailings')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await sendMailing({ id: mailing }, alone.services)
      const { id, state } = await alone.db
        .selectFrom('mails')
        .select(['id', 'state'])
        .where('mailing_id', '=', mailing)
        .executeTakeFirstOrThrow()
      expect(state).toBe('kept')
      const list = await writer.page('/messages')
      expect(list.$('.page-note').text()).toContain('Er is geen mailserver ingesteld')
      expect(list.$(`tr[data-id="${id}"]`).text()).toMatch(/Niet verstuurd.*Geen mailserver/s)
      expect(list.$(`tr[data-id="${id}"]`).text()).not.toContain('Verzonden')
      const view = await administrator.get(`/messages/view/${id}`)
      expect(view.$('.popup-head .st, .popup-head .status').text()).toContain('Niet verstuurd')
      expect(view.text).toContain('dit bericht is alleen hier bewaard')
      expect(view.text).not.toContain('Verzonden')
    } finally {
      await alone.close()
    }
  })

  it('is no word of while there is one', async () => {
    expect((await planner.page('/messages')).$('.page-note')).toHaveLength(0)
    expect((await planner.get(course())).text).not.toContain('geen mailserver')
  })
})

describe('writing a message', () => {
  it('has a button that says to how many it goes, each person once', async () => {
    const { anouk, gerrit } = app.story.contacts
    const button = async (path: string) => (await planner.get(path)).$('.submits .btn-primary').text()
    expect(await button(`/messages/write/default?contact_id=${anouk}`)).toBe('Versturen naar 1 persoon')
    expect(await button(`/messages/write/default?ids=${anouk},${gerrit}`)).toBe('Versturen naar 2 personen')
    expect(await button('/messages/write/default')).toBe('Versturen')
    const { $ } = await planner.get(course())
    const counts = JSON.parse($('[data-recipients]').attr('data-recipients')!) as Record<string, number>
    for (const kinds of Object.keys(counts)) {
      const subject = `Telling ${kinds}`
      await planner.post(course(), { subject, content, kinds: kinds.split(',') })
      expect((await mails({ subject })).length).toBe(counts[kinds])
    }
    expect(Object.keys(counts)).toHaveLength(2 ** 6 - 1)
  })

  it('names who has no address, with where it is added, and offers what fits the recipients alone', async () => {
    const reachable = await addContact(app.db, { email: 'wel@post.example' })
    const without = await addContact(app.db, { first_name: 'Fatima', last_name: 'Zonderadres', email: null })
    const { $ } = await planner.get(`/messages/write/default?ids=${reachable},${without}`)
    const named = $('[data-unreachable]')
    expect(named.text()).toContain('1 persoon krijgt dit bericht niet.')
    expect(named.find('a').attr('href')).toBe(`/contact/view/${without}`)
    expect(named.find('a').text()).toBe('Fatima Zonderadres')
    const offered = $('[aria-labelledby=templates] button').text()
    expect(offered).toContain('Algemene vraag beantwoord')
    expect(offered).not.toContain('Herinnering cursusdag')
    const ofCourse = await planner.get(course())
    const fits = (name: string) =>
      ofCourse
        .$('[data-fits]')
        .filter((_i, button) => ofCourse.$(button).text() === name)
        .attr('data-fits')
    expect(fits('Herinnering cursusdag')?.split(' ')).toEqual(
      expect.arrayContaining(['students', 'supervisors', 'responsibles']),
    )
    expect(fits('Cursisten bevestigen')).toBe('supervisors responsibles')
    expect((await planner.get(`/messages/write/default?contact_id=${reachable}`)).$('[data-unreachable]')).toHaveLength(
      0,
    )
  })

  it('names who of those that are chosen by hand has no address, and counts the others on its button', async () => {
    const reachable = await addContact(app.db, { email: 'ook@post.example' })
    const without = await addContact(app.db, { first_name: 'Bram', last_name: 'Zonderadres', email: null })
    const chosen = async (people: number[]) => {
      const form = { subject: '', content: '', recipients: people.join() }
      const { $ } = await planner.post('/messages/preview/default?live=1', form)
      const told = $('hx-partial[hx-target="next [data-reach]"]')
      return [told.find('[data-reached]').attr('data-reached'), told.find('[data-unreachable]').text()]
    }
    expect(await chosen([])).toEqual(['0', ''])
    expect(await chosen([reachable])).toEqual(['1', ''])
    const [reached, told] = await chosen([reachable, without])
    expect([reached, told]).toEqual([
      '1',
      expect.stringContaining('1 persoon krijgt dit bericht niet. Zonder geldig e-mailadres: Bram Zonderadres.'),
    ])
    expect((await chosen([without]))[0]).toBe('0')
    // Elsewhere the same preview tells nothing of it.
    expect(
      (await planner.post('/messages/preview/default', { subject: 'x', content, recipients: reachable })).text,
    ).not.toContain('data-reached')
  })

  it('counts all without an address and names the first; of kinds, those that are ticked alone', async () => {
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into contacts (first_name, last_name, roles)
       select 'Geen', 'Adres' || lpad(n::text, 2, '0'), '{5}' from generate_series(1, 23) n returning id`,
    )
    const people = rows.map(({ id }) => id)
    const all = (await planner.get(`/messages/write/default?ids=${people.join()}`)).$('[data-unreachable]')
    expect(all.text()).toContain('23 personen krijgen dit bericht niet.')
    expect(all.text()).toContain('Adres20 en nog 3 anderen.')
    expect(all.find('a')).toHaveLength(20)
    const part = await app.db
      .selectFrom('appointments')
      .select(['id', 'group_id'])
      .where('id', '=', app.story.appointments.coming)
      .executeTakeFirstOrThrow()
    await app.pool.query('insert into enrolments (appointment_id, contact_id) values ($1, $2)', [part.id, people[0]])
    const shown = async (kinds: string[]) =>
      (await planner.post(`${course().replace('write', 'preview')}&live=1`, { subject: '', content: '', kinds }))
        .$('[data-unreachable]')
        .text()
    expect((await planner.get(course())).$('[data-unreachable]')).toHaveLength(0)
    expect(await shown([])).toBe('')
    expect(await shown(['responsibles'])).toBe('')
    expect(await shown(['students', 'responsibles'])).toContain('Geen Adres01')
    expect((await planner.get(`${course()}&to=students`)).$('[data-unreachable]').text()).toContain('Geen Adres01')
  })

  it('shows it while it is written, and says what is wrong where it will stand', async () => {
    const live = `${course().replace('write', 'preview')}&live=1`
    expect((await planner.get(course())).$('[data-preview]').attr('hx-post')).toBe(live)
    const empty = await planner.post(live, { subject: '', content: '' })
    expect([empty.status, empty.$('.mail-subject').text()]).toEqual([200, 'Nog geen onderwerp'])
    const wrong = await planner.post(live, { subject: 'x', content: '<p>{{ nergens.iets }}</p>' })
    expect([wrong.status, wrong.$('[data-problem]').text()]).toEqual([
      200,
      'Het gegeven nergens.iets bestaat niet voor deze ontvangers.',
    ])
    const typed = await planner.post(live, { subject: 'Tot {{ planning.datum }}', content })
    expect(typed.$('.mail-subject').text()).toMatch(/^Tot \d\d-\d\d-\d{4}$/)
  })

  it('carries the days for the calendars of the students where that is asked', async () => {
    const form = { subject: 'Met agenda', content, kinds: 'students' }
    await planner.post(course(), { ...form, calendar: '1' })
    await work(await lastMailing())
    await planner.post(course(), { ...form, subject: 'Zonder agenda' })
    await work(await lastMailing())
    const carried = async (subject: string) => {
      const [mail] = await mails({ subject })
      const rows = await app.db.selectFrom('invitations').select('content').where('mail_id', '=', mail!.id).execute()
      return rows.map((row) => /METHOD:(\w+)/.exec(row.content)?.[1])
    }
    expect([await carried('Met agenda'), await carried('Zonder agenda')]).toEqual([['REQUEST', 'REQUEST'], []])
    // Sent once more it carries them again.
    const [sent] = await mails({ subject: 'Met agenda' })
    const again = await planner.post(`/messages/resend/${sent!.id}`, { to: 'opnieuw@post.example' })
    const of = (mail: number) =>
      app.db.selectFrom('invitations').select('content').where('mail_id', '=', mail).execute()
    expect(await of(again.json<{ id: number }>().id)).toEqual(await of(sent!.id))
  })

  it('fills the reminder without a loose comma where a part has no place', async () => {
    const { id } = await app.db
      .selectFrom('default_messages')
      .select('id')
      .where('name', '=', 'Herinnering cursusdag')
      .executeTakeFirstOrThrow()
    const path = `${course()}&template=${id}`
    const { $ } = await planner.get(path)
    const form = { subject: $('[name=subject]').val() as string, content: $('[name=content]').val() as string }
    const shown = async () =>
      (await planner.post(path.replace('write', 'preview'), { ...form, kinds: 'students' })).$('.mail-body').text()
    expect(await shown()).toMatch(/ uur, \S/)
    await app.pool.query(
      `update appointments set room_id = null, address_name = '', city = ''
       where group_id = (select group_id from appointments where id = $1)`,
      [app.story.appointments.coming],
    )
    expect(await shown()).toMatch(/ uur(?!,)/)
    expect(await shown()).not.toContain('uur,')
  })

  it('is a popup for the types default, course and helpdesk, and for nothing else [R-280][S-170][A-013]', async () => {
    for (const [path, title] of [
      ['/messages/write/default', 'Bericht schrijven'],
      [course(), 'Bericht aan een planning'],
      ['/messages/write/helpdesk', 'Bericht aan de helpdesk'],
    ] as const) {
      const { $ } = await planner.get(path)
      expect($('.popup-title').text()).toBe(title)
      expect($('input[name=subject], textarea[name=content]')).toHaveLength(2)
    }
    expect((await planner.get('/messages/write/nonsense')).status).toBe(404)
    expect((await planner.get('/messages/write/course')).status).toBe(400)
    expect((await planner.get('/messages/write/course?appointment_id=999999')).status).toBe(404)
  })

  it('posts the form of the popup to its own address [A-162]', async () => {
    const { $ } = await planner.get(course())
    const action = $('form[data-form]').attr('hx-post')!
    expect(action).toBe(course())
    const answer = await planner.post(action, { subject: 'Via het formulier', content, kinds: 'students' })
    expect(answer.status).toBe(204)
    expect(answer.trigger['popup-close']).toEqual({})
    expect((await mails({ subject: 'Via het formulier' })).length).toBeGreaterThan(0)
  })

  it('goes to each kind of people of a planning, everybody once, and says who cannot be reached', async () => {
    const { rows } = await app.pool.query<{ id: number }>(
      `select c.id from contacts c join enrolments e on e.contact_id = c.id where e.appointment_id = $1 order by c.id desc`,
      [app.story.appointments.coming],
    )
    await app.pool.query(`update contacts set email = null where id = $1`, [rows[0]!.id])
    await app.pool.query(`update contacts set email = 'geen adres' where id = $1`, [rows[1]!.id])
    const { $ } = await planner.get(course())
    expect($('[data-needs-one] label').first().text()).toContain(`Cursisten (${rows.length - 2}, 2 zonder e-mailadres)`)
    const answer = await planner.post(course(), {
      subject: 'Aan iedereen',
      content,
      kinds: ['students', 'responsibles', 'supervisors'],
    })
    expect(answer.trigger.flash?.str).toMatch(
      /staat klaar voor \d+ ontvangers; 2 zonder geldig e-mailadres krijgen niets/,
    )
    const sent = await mails({ subject: 'Aan iedereen' })
    expect(new Set(sent.map((mail) => mail.object_id)).size).toBe(sent.length)
    expect(new Set(sent.map((mail) => mail.recipient_kind))).toContain('responsibles')
    expect(sent.every((mail) => mail.state === 'queued' && mail.reply_to === 'planner@noordkaap.example')).toBe(true)
  })

  it('needs somebody to go to and only variables that all of them have', async () => {
    const post = async (form: Record<string, string | string[]>) =>
      (await planner.post(course(), { subject: 'x', content, kinds: 'students', ...form })).json()
    expect(await post({ kinds: [] })).toEqual({ kinds: ['Kies minimaal één soort ontvanger.'] })
    expect(await post({ kinds: 'everybody' })).toEqual({ kinds: ['Kies minimaal één soort ontvanger.'] })
    expect(await post({ content: '<p>{{ ontvanger.wachtwoord }}</p>' })).toEqual({
      content: ['Het gegeven ontvanger.wachtwoord bestaat niet voor deze ontvangers.'],
    })
    const loop = '<p>{% for cursist in cursisten %}{{ cursist.naam }}{% endfor %}</p>'
    expect(await post({ content: loop })).toEqual({
      content: ['Het gegeven cursisten bestaat niet voor deze ontvangers.'],
    })
    expect(await post({ content: '<p>{% for x in %}</p>' })).toEqual({
      content: ['De code tussen {{ }} of {% %} klopt niet (regel 1).'],
    })
    expect(await post({ content: '<p> </p><script>alert(1)</script>' })).toEqual({ content: ['Vul een bericht in.'] })
    expect((await planner.post('/messages/write/default', { subject: 'x', content })).json()).toEqual({
      recipients: ['Kies minimaal één ontvanger.'],
    })
    for (const path of ['write', 'preview']) {
      const wrong = await planner.post(`/messages/${path}/default`, { subject: '', content: '' })
      expect(Object.keys(wrong.json()).sort(), path).toEqual(['content', 'recipients', 'subject'])
    }
    expect(Object.keys(await post({ kinds: [], subject: '' })).sort()).toEqual(['kinds', 'subject'])
    expect(
      (await planner.post('/messages/write/default?contact_id=2000000000', { subject: 'x', content })).status,
    ).toBe(404)
  })

  it.each([
    ['{% comment %}niets{% endcomment %}', 'Het onderwerp blijft voor elke ontvanger leeg.'],
    ["{{ '' }}", 'Het onderwerp blijft voor elke ontvanger leeg.'],
    ['\u200b\u2060', 'Vul een onderwerp in.'],
  ])('has a subject that says something, other than %s', async (subject, said) => {
    const form = { name: 'Leeg', subject, content, kinds: 'students' }
    for (const path of [course(), '/messages/default/add']) {
      const answer = await planner.post(path, form)
      expect([path, answer.status, answer.json()]).toEqual([path, 422, { subject: [said] }])
    }
  })

  it('greets whoever has no first name by initials or last name', async () => {
    const of = (name: Record<string, string>) =>
      addContact(app.db, { first_name: '', email: 'x@post.example', ...name })
    const [initials, bare] = [
      await of({ initials: 'J.P.', last_name: 'Voorletter' }),
      await of({ last_name_prefix: 'van', last_name: 'Dijk' }),
    ]
    const form = { subject: 'x', content: '<p>Beste {{ ontvanger.voornaam }},</p>' }
    const shown = async (id: number) =>
      (await planner.post(`/messages/preview/default?ids=${initials},${bare}`, { ...form, preview: id })).$(
        '.mail-body',
      )
    expect((await shown(initials)).text().trim()).toBe('Beste J.P. Voorletter,')
    expect((await shown(bare)).text().trim()).toBe('Beste heer/mevrouw Van Dijk,')
  })

  it('is refused for whom the subject comes out empty, and goes to the others', async () => {
    const [without, named] = [
      await addContact(app.db, { first_name: '', last_name: 'Zonder', email: 'zonder@bedrijf.example' }),
      await addContact(app.db, {
        last_name: 'Bedrijf',
        email: 'met@bedrijf.example',
        company_id: app.story.companies.deLinde,
      }),
    ]
    const form = { subject: ' {{ ontvanger.bedrijf }} ', content }
    const ids = `ids=${without},${named}`
    const preview = await planner.post(`/messages/preview/default?${ids}`, { ...form, preview: without })
    expect([preview.status, preview.json()]).toEqual([422, { subject: ['Het onderwerp is leeg voor Zonder.'] }])
    expect((await planner.post(`/messages/preview/default?${ids}`, { ...form, preview: named })).status).toBe(200)
    expect((await planner.post(`/messages/write/default?${ids}`, form)).status).toBe(204)
    const mailing = await lastMailing()
    await work(mailing)
    const sent = await app.db
      .selectFrom('mails')
      .select(['object_id', 'state', 'subject', 'error'])
      .where('mailing_id', '=', mailing)
      .orderBy('object_id')
      .execute()
    expect(sent).toMatchObject([
      {
        object_id: without,
        state: 'refused',
        error: 'Niet samen te stellen: het onderwerp is leeg voor deze ontvanger',
      },
      { object_id: named, state: 'sent', subject: 'Zorggroep De Linde' },
    ])
  })

  it.each([
    ['spaces', ' \t', 49_000],
    ['opened code', '{{', 49_000],
    ['less-than signs', '<', 20_000],
  ])('costs its length and no more, even a text of nothing but %s', async (_what, piece, most) => {
    const preview = (times: 1 | 5) => {
      const text = piece.repeat((most / 5) * times)
      return planner.post('/messages/preview/default?ids=3', { subject: 'x', content: `<p>${text}x</p>` })
    }
    expect([200, 422]).toContain((await preview(5)).status)
    expect(await growth(preview)).toBeLessThan(3)
  })

  it('is made for each person when it is their turn, the values escaped and the whole cleaned', async () => {
    await app.pool.query(`update contacts set first_name = '<b onclick=x>Zoë</b>' where id = $1`, [
      app.story.contacts.anouk,
    ])
    const answer = await planner.post(`/messages/write/default?contact_id=${app.story.contacts.anouk}`, {
      subject: 'Voor {{ ontvanger.achternaam }}',
      content:
        '<p onclick="x">Beste {{ ontvanger.voornaam }} {{ ontvanger.naam | raw }}</p><p><a href="javascript:x">klik</a><img src=x></p>',
    })
    expect(answer.status, answer.text).toBe(204)
    await work(await lastMailing())
    const [mail] = await mails({ subject: 'Voor van der Linden' })
    expect(mail).toMatchObject({ state: 'sent', object_type: 'contact', object_id: app.story.contacts.anouk })
    expect(mail!.html_body).toContain('Beste &lt;b onclick=x&gt;Zoë&lt;/b&gt; <b>Zoë</b>')
    expect(mail!.html_body).not.toMatch(/javascript|<img|<p onclick/)
    expect(mail!.text_body).toMatch(/^Beste <b onclick=x>Zoë<\/b> Zoë/)
  })

  it('fills the parts of the planning, and for a supervisor the own people only', async () => {
    await planner.post(course(), {
      subject: 'Lijst',
      content:
        '<p>{{ planning.cursus }}</p><p>{% for o in onderdelen %}</p><p>{{ o.datum }} {{ o.begintijd }}</p><p>{% endfor %}</p><p>{% for c in cursisten %}{{ c.naam }};{% endfor %}</p>',
      kinds: ['supervisors', 'responsibles'],
    })
    await work(await lastMailing())
    const sent = await mails({ subject: 'Lijst' })
    const people = (kind: string) =>
      sent.filter((mail) => mail.recipient_kind === kind).map((mail) => mail.text_body.split(';').length - 1)
    expect(people('supervisors').length).toBeGreaterThan(0)
    expect(Math.max(...people('supervisors'))).toBeLessThan(Math.max(...people('responsibles')))
    expect(sent[0]!.html_body).toMatch(/<p>\d\d-\d\d-\d{4} \d\d:\d\d<\/p>/)
    expect(sent[0]!.html_body).not.toContain('<p></p>')
  })

  it('shows how it looks for a chosen recipient, and sends a test of that to oneself', async () => {
    const { $ } = await planner.get(course())
    const people = $('select[name=preview] option')
      .toArray()
      .map((option) => ({ id: $(option).attr('value')!, name: $(option).text() }))
    const chosen = people[2]!
    const form = { subject: 'Test {{ planning.nummer }}', content, kinds: 'students', preview: chosen.id }
    const before = (await app.db.selectFrom('mails').select('id').execute()).length
    const preview = await planner.post(`/messages/preview/course?appointment_id=${app.story.appointments.coming}`, form)
    expect(preview.$('.mail-body').text().trim()).toBe(`Beste ${chosen.name},`)
    expect((await app.db.selectFrom('mails').select('id').execute()).length).toBe(before)
    const test = await planner.post(course(), { ...form, test: '1' })
    expect(test.trigger['popup-close']).toBeUndefined()
    const [mail] = await mails({ subject: `Test: Test ${app.story.plannings.coming}` })
    expect(mail).toMatchObject({ recipient: 'planner@noordkaap.example', mailing_id: null })
    expect(mail!.text_body).toBe(`Beste ${chosen.name},`)
  })

  it('offers whom to show it for when the recipients were chosen in the form', async () => {
    const form = { subject: 'Voor u', content, recipients: '3,4' }
    const preview = await planner.post('/messages/preview/default', form)
    const offered = preview
      .$('select[name=preview] option')
      .toArray()
      .map((option) => Number(preview.$(option).attr('value')))
    expect(offered.sort((a, b) => a - b)).toEqual([3, 4])
    const shown = async (preview: number) => (await planner.post('/messages/preview/default', { ...form, preview })).$
    for (const chosen of offered) {
      const $ = await shown(chosen)
      const name = $(`option[value=${chosen}]`).text()
      expect($('option[selected]').attr('value')).toBe(String(chosen))
      expect($('.mail-body').text().trim()).toBe(`Beste ${name},`)
    }
    expect((await planner.post('/messages/preview/default?ids=3,4', form)).$('select')).toHaveLength(0)
  })

  it('is shown and tried as for a recipient of the chosen kinds, whose variables it may use', async () => {
    const form = { subject: 'Uw cursisten', content: '<p>{% for c in cursisten %}{{ c.naam }};{% endfor %}</p>' }
    const { $ } = await planner.get(course())
    const [student] = await app.db
      .selectFrom('enrolments')
      .select('contact_id')
      .where('appointment_id', '=', app.story.appointments.coming)
      .where(
        'contact_id',
        'in',
        $('select[name=preview] option')
          .toArray()
          .map((option) => Number($(option).attr('value'))),
      )
      .execute()
    const chosen = { ...form, kinds: 'responsibles', preview: String(student!.contact_id) }
    const preview = await planner.post(
      `/messages/preview/course?appointment_id=${app.story.appointments.coming}`,
      chosen,
    )
    expect(preview.status, preview.text).toBe(200)
    expect(preview.$('.mail-body').text()).toContain(';')
    expect((await planner.post(course(), { ...chosen, test: '1' })).status).toBe(204)
    expect((await mails({ subject: 'Test: Uw cursisten' }))[0]!.text_body).toContain(';')
  })

  it('reaches those who supervise everyone of a company above that of a student', async () => {
    const boss = await addContact(app.db, { last_name: 'van Boven', email: 'boven@holding.example', roles: [4] })
    await app.pool.query(
      `with holding as (insert into companies (name, client_id) values ('Holding boven De Linde', 990001) returning id),
        below as (update companies set parent_id = (select id from holding) where id = $1),
        link as (insert into contact_companies (contact_id, company_id) select $2, id from holding)
       update contacts set supervisor_for_all = true, company_id = (select id from holding), client_id = null where id = $2`,
      [app.story.companies.deLinde, boss],
    )
    await planner.post(course(), {
      subject: 'Aan wie erboven staat',
      content: '<p>{% for c in cursisten %}{{ c.naam }};{% endfor %}</p>',
      kinds: 'supervisors',
    })
    await work(await lastMailing())
    const [mail] = (await mails({ subject: 'Aan wie erboven staat' })).filter((sent) => sent.object_id === boss)
    expect(mail?.text_body).toContain('van der Linden;')
  })

  it('is saved by more people at once than there are connections to the database', async () => {
    const planner = await app.as(2)
    const form = { subject: 'Tegelijk', content: '<p>Hallo</p>', test: 1 }
    const path = `/messages/write/default?contact_id=${app.story.contacts.anouk}`
    const answers = await Promise.all(Array.from({ length: 30 }, () => planner.post(path, form)))
    expect(answers.filter(({ status }) => status !== 204)).toEqual([])
  })

  it('reaches the helpdesk', async () => {
    expect((await planner.post('/messages/write/helpdesk', { subject: 'Hulp', content: '<p>Help</p>' })).status).toBe(
      204,
    )
    const sent = await mails({ subject: 'Hulp' })
    expect(sent.map((mail) => [mail.recipient, mail.text_body])).toEqual([['support@noordkaap.example', 'Help']])
  })

  it('queues 10,000 recipients by one job', async () => {
    await app.pool.query(`insert into contacts (first_name, last_name, roles, email)
      select 'Massa', 'Mail' || n, '{5}', 'massa' || n || '@example.nl' from generate_series(1, 10000) n`)
    const { rows } = await app.pool.query<{ id: number }>(`select id from contacts where first_name = 'Massa'`)
    const answer = await planner.post('/messages/write/default', {
      subject: 'Massa',
      content,
      recipients: rows.map(({ id }) => id).join(','),
    })
    expect(answer.status).toBe(204)
    const { rows: counted } = await app.pool.query<{ mails: number; jobs: number }>(
      `select (select count(*)::int from mails where subject = 'Massa') as mails,
              (select count(*)::int from graphile_worker._private_jobs where key = 'mailing-' || $1::text) as jobs`,
      [await lastMailing()],
    )
    expect(counted[0]).toEqual({ mails: 10_000, jobs: 1 })
  })

  it('leaves a mail server alone for a minute that takes nothing, before the next part of a mailing', async () => {
    const { services } = app
    await planner.post('/messages/write/default', { subject: 'Geen server', content, recipients: '3,4' })
    // Nothing listens on port 1.
    const deaf = { ...services, config: { ...services.config, smtpUrl: 'smtp://127.0.0.1:1' } }
    await sendMailing({ id: await lastMailing() }, deaf)
    expect((await mails({ subject: 'Geen server' })).map((mail) => [mail.state, mail.attempts])).toEqual([
      ['queued', 1],
      ['queued', 1],
    ])
    const { rows } = await app.pool.query<{ waits: number }>(
      `select extract(epoch from run_at - now())::float as waits from graphile_worker._private_jobs where key = $1`,
      [`mailing-${await lastMailing()}`],
    )
    expect(rows[0]!.waits).toBeGreaterThan(50)
  })

  it('goes on where it was when its process died, without what was being handed over', async () => {
    await planner.post('/messages/write/default', { subject: 'Onderbroken', content, recipients: '3,4' })
    const id = await lastMailing()
    // The job died with its process, in the middle of the first mail.
    await app.pool.query(`delete from graphile_worker._private_jobs where key = $1`, [`mailing-${id}`])
    await app.pool.query(
      `update mails set state = 'sending', attempts = 1, claimed_at = now() - interval '1 minute'
       where id = (select min(id) from mails where mailing_id = $1)`,
      [id],
    )
    const waiting = async () =>
      (await app.pool.query(`select 1 from graphile_worker._private_jobs where key = $1`, [`mailing-${id}`])).rowCount
    await app.pool.query(`update mailings set created_at = now() - interval '1 hour' where id = $1`, [id])
    await resumeMailings({}, app.services)
    expect(await waiting()).toBe(0)
    await app.pool.query(`update mails set claimed_at = now() - interval '11 minutes' where state = 'sending'`)
    await resumeMailings({}, app.services)
    expect(await waiting()).toBe(1)
    await sendMailing({ id }, app.services)
    expect((await mails({ subject: 'Onderbroken' })).map(({ state }) => state)).toEqual(['sending', 'sent'])
  })
})

describe('default messages', () => {
  it('are added with a name, a subject and a text that can be made [R-281][S-173]', async () => {
    const form = await planner.get('/messages/default/add')
    expect(form.$('input[name=name], input[name=subject], textarea[name=content]')).toHaveLength(3)
    const add = (fields: object) =>
      planner.post('/messages/default/add', {
        name: 'Nieuw',
        subject: 'Over {{ planning.cursus }}',
        content,
        ...fields,
      })
    expect((await add({})).status).toBe(200)
    expect((await add({})).json()).toEqual({ name: ['Er is al een standaardbericht met deze naam.'] })
    expect((await add({ name: 'Anders', subject: '{{ nergens }}' })).json()).toEqual({
      content: ['Het gegeven nergens bestaat niet voor deze ontvangers.'],
    })
  })

  it('are shown and changed in their popup, not over what somebody else saved [R-282][S-174]', async () => {
    const id = app.story.defaultMessage
    const { $ } = await planner.get(`/messages/default/view/${id}`)
    expect($('input[name=name]').attr('value')).toBe('Herinnering cursusdag')
    expect($('textarea[name=content]').text()).toContain('{{ ontvanger.')
    const version = $('input[name=version]').attr('value')!
    const form = { name: 'Herinnering cursusdag', subject: 'Nieuw onderwerp', content, version }
    expect((await planner.post(`/messages/default/view/${id}`, form)).status).toBe(204)
    expect((await planner.post(`/messages/default/view/${id}`, { ...form, subject: 'Nog een' })).status).toBe(409)
  })

  it('fill a new message when chosen', async () => {
    const { $ } = await planner.get(`${course()}&template=${app.story.defaultMessage}`)
    expect($('input[name=subject]').attr('value')).not.toBe('')
    expect($('textarea[name=content]').text()).toContain('ontvanger')
  })

  it('are deleted by POST and by DELETE [R-284]', async () => {
    for (const method of ['post', 'delete'] as const) {
      const { id } = (
        await planner.post('/messages/default/add', { name: `Weg ${method}`, subject: 'x', content })
      ).json<{ id: number }>()
      const answer =
        method === 'post'
          ? await planner.post('/messages/default/delete', { id })
          : await planner.delete(`/messages/default/delete?id=${id}`)
      expect(answer.trigger.changed?.items).toEqual([{ type: 'default-message', id }])
      expect((await planner.get(`/messages/default/view/${id}`)).status).toBe(404)
    }
  })
})

describe('a message', () => {
  const queue = async (values: object = {}) =>
    (
      await app.db
        .insertInto('mails')
        .values({ recipient: 'a@example.nl', subject: 'Los bericht', text_body: 'Tekst', state: 'sent', ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const stateOf = async (id: number) =>
    (await app.db.selectFrom('mails').select('state').where('id', '=', id).executeTakeFirst())?.state

  it('shows to whom, what and what became of it, with its attachments [R-283][S-175]', async () => {
    const { messageWithAttachment, messageAttachment } = app.story
    const { $, text } = await planner.get(`/messages/view/${messageWithAttachment}`)
    expect($('.popup-sub').text()).toContain('Aan a.vanderlinden@delinde.example')
    expect(text).toContain('Verzonden')
    expect($('.popup-body a[download]').attr('href')).toBe(
      `/messages/attachment/${messageWithAttachment}/${messageAttachment}`,
    )
    expect((await planner.get(`/messages/attachment/${messageWithAttachment}/${messageAttachment}`)).text).toContain(
      'Raamovereenkomst',
    )
    expect((await planner.get(`/messages/attachment/${app.story.message}/${messageAttachment}`)).status).toBe(404)
  })

  it('is sent again as a message of its own, to whom the form says [R-286]', async () => {
    const id = await queue({ html_body: '<p>Tekst</p>', state: 'refused' })
    const answer = await planner.post(`/messages/resend/${id}`, {
      to: 'b@example.nl',
      cc: 'c@example.nl, d@example.nl',
      bcc: 'e@example.nl',
    })
    const copy = await app.db
      .selectFrom('mails')
      .selectAll()
      .where('id', '=', answer.json<{ id: number }>().id)
      .executeTakeFirstOrThrow()
    expect(copy).toMatchObject({
      recipient: 'b@example.nl',
      cc: ['c@example.nl', 'd@example.nl'],
      bcc: ['e@example.nl'],
      html_body: '<p>Tekst</p>',
      state: 'queued',
      resend_of: id,
    })
    expect(await stateOf(id)).toBe('refused')
    const waiting = await queue({ state: 'queued' })
    expect((await planner.post(`/messages/resend/${waiting}`, { to: 'b@example.nl' })).status).toBe(409)
    expect((await planner.post(`/messages/resend/${id}`, { to: 'b@example.nl', cc: 'geen adres' })).json()).toEqual({
      cc: [':label bevat een ongeldig e-mailadres: “geen”.'],
    })
  })

  it('reads addresses as Outlook gives them', async () => {
    const id = await queue({ state: 'refused' })
    const cc = readFileSync(new URL('../fixtures/field/typed-recipients.txt', import.meta.url), 'utf8')
    expect((await planner.post(`/messages/resend/${id}`, { to: 'Bos, Bea <b@example.nl>;', cc })).status).toBe(200)
    const copy = await app.db.selectFrom('mails').selectAll().where('resend_of', '=', id).executeTakeFirstOrThrow()
    expect(copy).toMatchObject({ recipient: 'b@example.nl', cc: ['jan@eik.example', 'karin@eik.example'] })
  })

  it('asks for its addresses in e-mail inputs [P-195][S-172]', async () => {
    const { $ } = await planner.get(`/messages/resend/${app.story.message}`)
    expect(['to', 'cc', 'bcc'].map((name) => $(`input[name=${name}]`).attr('type'))).toEqual([
      'email',
      'email',
      'email',
    ])
    const bulk = (await planner.get(`/messages/resend?ids=${app.story.message}`)).$
    expect(
      bulk('input[type=email]')
        .toArray()
        .map((input) => bulk(input).attr('name')),
    ).toEqual(['cc', 'bcc'])
  })

  it('is sent again with others, each to its own address, by a list of messages with cc and bcc [R-287][A-057]', async () => {
    const ids = [await queue({ recipient: 'een@example.nl' }), await queue({ recipient: 'twee@example.nl' })]
    const form = await planner.get(`/messages/resend?ids=${ids.join(',')}`)
    expect(form.$('input[name=messages]').attr('value')).toBe(ids.join(','))
    const answer = await planner.post('/messages/resend', { cc: 'cc@example.nl', bcc: '', messages: ids.join(',') })
    const copies = await app.db
      .selectFrom('mails')
      .select(['recipient', 'cc', 'resend_of'])
      .where('id', 'in', answer.json<{ ids: number[] }>().ids)
      .orderBy('id')
      .execute()
    expect(copies).toEqual([
      { recipient: 'een@example.nl', cc: ['cc@example.nl'], resend_of: ids[0] },
      { recipient: 'twee@example.nl', cc: ['cc@example.nl'], resend_of: ids[1] },
    ])
  })

  it('is deleted by POST and by DELETE, but not while it is being handed over [R-285]', async () => {
    const [posted, deleted, sending] = [
      await queue(),
      await queue({ state: 'queued' }),
      await queue({ state: 'sending' }),
    ]
    expect((await planner.post(`/messages/delete/${posted}`)).status).toBe(204)
    expect((await planner.delete(`/messages/delete/${deleted}`)).status).toBe(204)
    expect((await planner.post(`/messages/delete/${sending}`)).status).toBe(409)
    expect([await stateOf(posted), await stateOf(deleted), await stateOf(sending)]).toEqual([
      undefined,
      undefined,
      'sending',
    ])
  })

  it('asks for confirmation before it or a default message is deleted [A-163]', async () => {
    const optionsOf = async (path: string) => {
      const encoded = (await planner.get(path)).$('[data-popup-options]').attr('value')
      return JSON.parse(Buffer.from(encoded ?? '', 'base64').toString()) as { label: string; confirm?: string }[]
    }
    expect(
      (await optionsOf(`/messages/view/${app.story.message}`)).find(({ label }) => label === 'Verwijderen'),
    ).toMatchObject({
      confirm: expect.stringMatching(/^Weet u zeker dat u het bericht ‘.+’ wilt verwijderen\?$/) as string,
    })
    expect((await optionsOf(`/messages/default/view/${app.story.defaultMessage}`))[0]).toMatchObject({
      confirm: expect.stringMatching(/^Weet u zeker dat u het standaardbericht ‘.+’ wilt verwijderen\?$/) as string,
    })
  })

  it('of which nobody knows whether it arrived is decided on by a person', async () => {
    const id = await queue({ state: 'uncertain' })
    expect((await planner.post(`/messages/settle/${id}`, { state: 'sent' })).status).toBe(204)
    expect(await stateOf(id)).toBe('sent')
    const refused = await queue({ state: 'refused' })
    expect((await planner.post(`/messages/settle/${refused}`, { state: 'sent' })).status).toBe(409)
  })

  it('that was refused or came back warns on the contact until a later one arrives', async () => {
    const contact = app.story.contacts.gerrit
    const { email } = await app.db
      .selectFrom('contacts')
      .select('email')
      .where('id', '=', contact)
      .executeTakeFirstOrThrow()
    const warning = async () => (await planner.get(`/contact/view/${contact}`)).$('.popup-warning').text().trim()
    await queue({ recipient: email!, state: 'sent' })
    expect(await warning()).toBe('')
    await queue({ recipient: email!.toUpperCase(), state: 'refused', error: '550 no such mailbox' })
    expect(await warning()).toBe(`Het laatste bericht aan ${email} werd geweigerd: 550 no such mailbox`)
    const later = await queue({ recipient: email!, state: 'sent' })
    expect(await warning()).toBe('')
    await planner.post(`/messages/settle/${later}`, { state: 'bounced' })
    expect(await warning()).toBe(`Het laatste bericht aan ${email} kwam terug.`)
    expect((await planner.get(`/messages/of/contact/${contact}`)).$('a[data-popup]').attr('href')).toBe(
      `/messages/write/default?contact_id=${contact}`,
    )
  })
})

describe('a message to many', () => {
  it('tells in each of its mails, and in a list of its own, what became of all', async () => {
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into mailings (object_type, subject, content, sender_name, sender_email)
       values ('contact', 'Nieuws', 'Tekst', 'Planner', 'planner@noordkaap.example') returning id`,
    )
    const mailing = rows[0]!.id
    const { rows: mails } = await app.pool.query<{ id: number }>(
      `insert into mails (recipient, subject, text_body, state, mailing_id)
       select 'mens' || n || '@post.example', 'Nieuws', 'Tekst', (array['sent', 'sent', 'refused', 'uncertain', 'queued'])[n], $1
       from generate_series(1, 5) n returning id`,
      [mailing],
    )
    const planner = await app.as(2)
    const { $ } = await planner.get(`/messages/view/${mails[0]!.id}`)
    expect($('.note').text().trim()).toBe(
      'Bericht aan 5 mensen: 1 in de wachtrij, 2 verzonden, 1 geweigerd, 1 onzeker.',
    )
    expect($('.note').hasClass('note--warning')).toBe(true)
    const list = await planner.get($(`a[href="/messages?mailing_id=${mailing}"]`).attr('href')!)
    expect(list.$('tr[data-id]')).toHaveLength(5)
    const refused = await planner.get(`/messages?mailing_id=${mailing}&state=refused`)
    expect(refused.$('tr[data-id]')).toHaveLength(1)
    expect(refused.text).toContain('mens3@post.example')
  })
})
