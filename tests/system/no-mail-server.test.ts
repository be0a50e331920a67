import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addPassedPlanning } from '../support/builders.ts'
import { visitor } from '../support/visitor.ts'
import { addPeople, addPlanning, put } from '../training/enrolment-support.ts'

/** Mail is queued and not sent: no jobs run here. */
const SMTP = { SMTP_URL: 'smtp://127.0.0.1:9' }
const NOT_SENT = 'Er is geen e-mail verstuurd: er is geen mailserver ingesteld.'
const AT_MESSAGES = `${NOT_SENT} De e-mail staat bij Berichten.`

let without: TestApp
let withServer: TestApp
beforeAll(async () => {
  without = await testApp()
  withServer = await testApp({ env: SMTP })
})
afterAll(async () => {
  await without.close()
  await withServer.close()
})

/** What somebody is told after this, without a mail server and with one. */
async function told(act: (browser: Browser, app: TestApp) => Promise<{ trigger: { flash?: object } }>, role = 1) {
  const flashOf = async (app: TestApp) => (await act(await app.as(role), app)).trigger.flash
  return [await flashOf(without), await flashOf(withServer)]
}
const done = (str: string) => ({ str, type: 'success' })
const kept = (str: string) => ({ str, type: 'warning' })

describe('a save that mails', () => {
  it('says of moved students that nobody got a message, when that is so', async () => {
    const move = (more: object) =>
      told(async (planner, app) => {
        const [from, to] = [await addPlanning(app), await addPlanning(app, { inDays: 60 })]
        const [person] = await addPeople(app, 1)
        await app.pool.query(`update contacts set email = 'verplaatst@noordkaap.example' where id = $1`, [person])
        await put(app, from.parts, [person!])
        const form = { students: String(person), appointment_id: to.parts[0]!, ...more }
        return planner.post(`/calendar/moveStudents/${from.parts[0]}`, form)
      }, 2)
    expect(await move({ send_message: '1' })).toEqual([
      kept(`1 cursist verplaatst. ${AT_MESSAGES}`),
      done('1 cursist verplaatst'),
    ])
    expect(await move({})).toEqual([done('1 cursist verplaatst'), done('1 cursist verplaatst')])
  })

  it('says so of a password that was reset, of new users and of contacts who get an account [P-241][M-021]', async () => {
    const reset = await told((browser, app) => browser.post('/user/reset_password', { id: app.story.users[3]! }))
    expect(reset).toEqual([
      kept(
        'Wachtwoord opnieuw ingesteld. Niet verstuurd: er is geen mailserver ingesteld. Het bericht staat bij Berichten.',
      ),
      done('Wachtwoord opnieuw ingesteld en per email verzonden'),
    ])
    const user = { name: 'Joost Bakker', email: 'joost.bakker@noordkaap.example', 'roles[]': 2 }
    expect(await told((browser) => browser.post('/user/add', user))).toEqual([
      kept(`Gebruiker toegevoegd. ${AT_MESSAGES}`),
      done('Gebruiker toegevoegd'),
    ])
    const contact = { first_name: 'An', last_name: 'Mulder', email: 'an@mulder.example', 'roles[]': 5, gets_account: 1 }
    expect(await told((browser) => browser.post('/contact/add', contact))).toEqual([
      kept(`Contact toegevoegd. ${AT_MESSAGES}`),
      done('Contact toegevoegd'),
    ])
  })

  it('says of certificates that they were made, and of one mail or several that they stay', async () => {
    const send = (people: number) =>
      told(async (planner, app) => {
        const ids: number[] = []
        for (let i = 0; i < people; i++)
          ids.push(await addContact(app.db, { last_name: `Geslaagd ${i}`, email: `geslaagd${i}@noordkaap.example` }))
        const { partId } = await addPassedPlanning(app.db, await addCourse(app.db, { description: 'BHV' }), ids)
        const step = await planner.get(`/certificate/getCertificateSendWizard/${partId}`)
        return planner.post(`/certificate/getCertificateSendWizard/${partId}`, {
          'generate[]': 1,
          'send[]': 1,
          issued_on: step.$('[name=issued_on]').val() as string,
          'students[]': ids,
          student_subject: 'Uw certificaat',
          student_text: 'Gefeliciteerd.',
        })
      }, 2)
    const without = 'Niet verstuurd: er is geen mailserver ingesteld.'
    expect(await send(1)).toEqual([
      kept(`1 certificaat gemaakt. ${without} Het bericht staat bij Berichten.`),
      done('1 certificaat gemaakt, 1 e-mail wordt verstuurd'),
    ])
    expect(await send(2)).toEqual([
      kept(`2 certificaten gemaakt. ${without} De 2 berichten staan bij Berichten.`),
      done('2 certificaten gemaakt, 2 e-mails worden verstuurd'),
    ])
  })

  it('does not send people to Berichten who cannot read it', async () => {
    const form = { email: 'ander.adres@noordkaap.example', current: 'noordkaap-demo' }
    expect(await told((browser) => browser.post('/profile/email', form), 5)).toEqual([
      kept(`Bevestig de wijziging op uw oude en uw nieuwe adres. ${NOT_SENT}`),
      done('Bevestig de wijziging op uw oude en uw nieuwe adres'),
    ])
    const noteFor = async (app: TestApp) => (await (await app.as(5)).get('/profile/email')).$('.note--warning').text()
    expect(await noteFor(without)).toBe(
      'Er is geen mailserver ingesteld: de links worden niet verstuurd. Vraag een beheerder om hulp.',
    )
    expect(await noteFor(withServer)).toBe('')
  })

  it('tells what it did and no more when it queued nothing', async () => {
    const edit = (browser: Browser, app: TestApp) =>
      addContact(app.db, { last_name: 'Stil' }).then((id) =>
        browser.post(`/contact/edit/${id}`, { version: 1, last_name: 'Stiller' }),
      )
    expect(await told(edit)).toEqual([done('Wijziging opgeslagen'), done('Wijziging opgeslagen')])
  })
})

describe('a question that promises mails', () => {
  const NOWHERE = 'Er is geen mailserver ingesteld: er wordt niets verstuurd.'
  const AT_MESSAGES_TOO = `${NOWHERE} De e-mails blijven bij Berichten staan.`

  /** What the question warns of, without a mail server and with one. */
  async function warned(ask: (browser: Browser, app: TestApp) => Promise<Answer>, role = 1) {
    const notesOf = async (app: TestApp) => {
      const { $ } = await ask(await app.as(role), app)
      const notes = $('.note--warning').toArray().map((note) => $(note).text().trim()) // prettier-ignore
      return notes.filter((note) => note.includes('mailserver'))
    }
    return [await notesOf(without), await notesOf(withServer)]
  }

  /** Somebody with an address, in a planning that has another one of its course. */
  async function enrolled(app: TestApp) {
    const courseId = await addCourse(app.db)
    const [from, to] = [await addPlanning(app, { courseId }), await addPlanning(app, { courseId, inDays: 60 })]
    const [person] = await addPeople(app, 1)
    await app.pool.query(`update contacts set email = $2 where id = $1`, [person, `p${person}@noordkaap.example`])
    await put(app, from.parts, [person!])
    return { part: from.parts[0]!, to: to.planningId, person: person! }
  }

  it.each<[string, (browser: Browser, app: TestApp) => Promise<Answer>]>([
    ['cancelling', (browser, app) => browser.get(`/calendar/cancel/${app.story.appointments.coming}`)],
    ['confirming', (browser, app) => browser.get(`/calendar/confirm/${app.story.appointments.option}`)],
    ['reminders', (browser, app) => browser.get(`/administration/reminders/send?companies=${app.story.companies.deLinde}`)], // prettier-ignore
    ['the waiting list', (browser) => browser.get('/waiting-list/add')],
    ['asking teachers', (browser, app) => browser.get(`/teacher-requests/ask/${app.story.teaching.lacking}`)],
    [
      'moving students',
      async (browser, app) => {
        const { part, person } = await enrolled(app)
        return browser.get(`/calendar/moveStudents/${part}?students=${person}`)
      },
    ],
    [
      'moving all of a planning',
      async (browser, app) => {
        const { part, to } = await enrolled(app)
        return browser.post(`/decisions/move/${part}/preview`, { planning: to, tell: '1' })
      },
    ],
    [
      'replacing a student',
      async (browser, app) => {
        const { part, person } = await enrolled(app)
        return browser.get(`/calendar/replaceStudent/${part}?id=${person}`)
      },
    ],
  ])('says beforehand that none can leave: %s', async (_what, ask) => {
    expect(await warned(ask)).toEqual([[AT_MESSAGES_TOO], []])
  })

  it('says nothing of it where it promises none', async () => {
    const quiet = async (browser: Browser, app: TestApp) => {
      const { part, to } = await enrolled(app)
      return browser.post(`/decisions/move/${part}/preview`, { planning: to })
    }
    expect(await warned(quiet)).toEqual([[], []])
  })

  it('does not send somebody to Berichten who cannot read it', async () => {
    expect(await warned((browser) => browser.get('/waiting-list/add'), 4)).toEqual([[NOWHERE], []])
  })
})

describe('the page for a forgotten password', () => {
  const ask = async (app: TestApp, email: string) => {
    const browser = visitor(app)
    const text = ({ $ }: Answer) => $('main').text().replace(/\s+/g, ' ').trim()
    return [text(await browser.request('/reset')), text(await browser.submit('/reset/request', { email }))]
  }

  it('tells that the link was not sent, the same for every address', async () => {
    const known = await ask(without, 'planner@noordkaap.example')
    expect(known[0]).toContain('Er is geen mailserver ingesteld: een beheerder geeft de link aan u door.')
    expect(known[1]).toContain('Hij is niet verstuurd: er is geen mailserver ingesteld.')
    expect(known.join(' ')).not.toMatch(/verzonden|ontvangt/)
    expect(await ask(without, 'niemand@noordkaap.example')).toEqual(known)
  })

  it('tells that it was sent where mail leaves', async () => {
    const known = await ask(withServer, 'planner@noordkaap.example')
    expect(known[0]).toContain('U ontvangt een e-mail')
    expect(known[1]).toContain('Als dit adres bij ons bekend is, is de e-mail verzonden. De link werkt één keer.')
    expect(await ask(withServer, 'niemand@noordkaap.example')).toEqual(known)
  })
})
