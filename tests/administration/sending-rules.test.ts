import { describe, expect, it } from 'vitest'
import {
  type Sending,
  asEnd,
  calledAs,
  divided,
  invoiceOutcomes,
  isMeant,
  leftText,
  mailObstacle,
  quotationOutcomes,
  toldOf,
} from '../../src/administration/orders/sending/sending.rules.ts'

const sending = (more: Partial<Sending> = {}): Sending => ({
  ...{ id: 1, uid: 'F2026-0001', customer: 'De Linde', total: 100, email: 'a@b.example', last: null },
  ...{ obstacle: null, ublProblems: [] },
  ...more,
})
const mail = (state: string) => ({ id: 9, state, at: '2026-11-24T11:00:00Z' })

describe('what keeps something from being sent', () => {
  const buyers = { company_id: 3, contact_id: 4 }

  it.each(['scheduled', 'queued', 'sending'])('is that its mail is on its way: %s', (state) => {
    expect(mailObstacle('a@b.example', mail(state), buyers)).toEqual({
      why: 'is al onderweg',
      repair: { label: 'E-mail bekijken', href: '/messages/view/9' },
    })
  })

  it('is that it has nowhere to go, which is mended at who buys', () => {
    const repair = (href: string) => ({ label: 'E-mailadres invullen', href })
    expect(mailObstacle('', null, buyers)).toEqual({ why: 'heeft geen e-mailadres', repair: repair('/company/edit/3') })
    expect(mailObstacle('a@', mail('sent'), { ...buyers, company_id: null })).toEqual({
      why: 'heeft geen geldig e-mailadres: a@',
      repair: repair('/contact/edit/4'),
    })
  })

  it('is nothing where an address is right and no mail is waiting', () => {
    for (const last of [null, mail('sent'), mail('bounced'), mail('refused')])
      expect(mailObstacle('a@b.example', last, buyers)).toBeNull()
  })

  it('is told as the end of a sentence', () => {
    expect([asEnd('Geen adres.'), asEnd('Btw-id ontbreekt'), asEnd('')]).toEqual(['geen adres', 'btw-id ontbreekt', ''])
  })
})

describe('what is meant to be sent', () => {
  it('is one that is chosen alone, also again, and of many what was not sent yet', () => {
    const sent = sending({ last: mail('sent') })
    const bounced = sending({ last: mail('bounced') })
    expect(isMeant(sent, [sent])).toBe(true)
    expect([sent, bounced, sending()].map((one) => isMeant(one, [sent, bounced, sending()]))).toEqual([false, true, true]) // prettier-ignore
    const held = sending({ obstacle: { why: 'x', repair: { label: 'y', href: 'z' } } })
    expect([isMeant(held, [held]), isMeant(held, [held, sending()])]).toEqual([false, false])
  })

  it('says what became of its last mail', () => {
    expect(toldOf(sending())).toBeNull()
    expect(toldOf(sending({ last: mail('sent') }))).toBe('Verzonden op 24-11-2026 12:00')
    expect(toldOf(sending({ last: mail('nieuw') }))).toBe('nieuw op 24-11-2026 12:00')
  })

  it('is called by its number, or by its customer while it has none', () => {
    expect(calledAs('Factuur', sending())).toBe('Factuur F2026-0001')
    expect(calledAs('Offerte', sending({ uid: 'OF2026-1' }))).toBe('Offerte OF2026-1')
    expect(calledAs('Factuur', sending({ uid: null }))).toBe('Het concept voor De Linde')
  })
})

describe('what comes of sending', () => {
  const told = (plan: Sending[], files: string[] = []) => invoiceOutcomes(plan, files).map(({ lead, text }) => `${lead} ${text}`.trim()) // prettier-ignore
  const MAIL = 'met de factuur als PDF. Een factuur staat op verzonden zodra de e-mail weg is.'

  it('is a mail each, with the files that go along', () => {
    expect(told([sending()])).toEqual([`1 e-mail ${MAIL}`])
    expect(told([sending(), sending()], ['UBL', 'certificaten'])).toEqual([`2 e-mails ${MAIL.replace('PDF.', 'PDF, en UBL, certificaten.')}`]) // prettier-ignore
    expect(invoiceOutcomes([sending({ uid: null })], []).map(({ icon }) => icon)).toEqual(['circle-check', 'mail'])
  })

  it('is a number for each concept, which cannot be taken back', () => {
    const concept = sending({ uid: null })
    expect(told([concept, sending()])[0]).toBe('1 concept krijgt een nummer en verandert daarna niet meer. Dat kan niet ongedaan worden gemaakt.') // prettier-ignore
    expect(told([concept, concept])[0]).toBe('2 concepten krijgen een nummer en veranderen daarna niet meer. Dat kan niet ongedaan worden gemaakt.') // prettier-ignore
  })

  it('is without UBL where a machine cannot read it: twenty are named, and how many more', () => {
    const unread = (count: number) => Array.from({ length: count }, (_, i) => sending({ uid: `F-${i}`, ublProblems: ['Adres ontbreekt.', 'Meer.'] })) // prettier-ignore
    const last = (count: number) => invoiceOutcomes([sending(), ...unread(count)], []).at(-1)!
    expect(last(1)).toMatchObject({ icon: 'file-code', lead: 'Zonder UBL', text: '', more: ['Factuur F-0. Adres ontbreekt.'] }) // prettier-ignore
    const concept = sending({ uid: null, customer: 'Transport Kuipers B.V.', ublProblems: ['Adres ontbreekt.'] })
    expect(invoiceOutcomes([concept], []).at(-1)!.more).toEqual(['Het concept voor Transport Kuipers B.V. Adres ontbreekt.']) // prettier-ignore
    expect(last(20).more).toHaveLength(20)
    expect(last(23).more!.slice(-2)).toEqual(['Factuur F-19. Adres ontbreekt.', 'En 3 andere.'])
    expect(invoiceOutcomes([sending()], [])).toHaveLength(1)
  })

  it('is nothing of what cannot be sent, which is named with why', () => {
    const held = [1, 2, 3, 4].map((id) => sending({ uid: null, customer: `Klant ${id}`, obstacle: { why: 'heeft geen e-mailadres', repair: { label: '', href: '' } } })) // prettier-ignore
    for (const outcomes of [invoiceOutcomes, quotationOutcomes]) {
      const [mails, left] = outcomes([sending(), ...held.slice(0, 1)], [])
      expect([mails!.lead, left]).toMatchObject(['1 e-mail', { lead: 'Gaat niet mee', more: ['Het concept voor Klant 1 heeft geen e-mailadres.'] }]) // prettier-ignore
    }
    const { going, left } = divided([sending(), ...held], 'Factuur')
    expect([going, leftText(left)?.endsWith('En 1 andere'), leftText([])]).toEqual([[sending()], true, null])
  })

  it('of quotations is a mail each, after which they stand', () => {
    const [one, ...more] = quotationOutcomes([sending()], ['voorwaarden.pdf'])
    expect(one).toEqual({ icon: 'mail', lead: '1 e-mail', text: 'met de offerte als PDF, en voorwaarden.pdf. Een offerte staat op verstuurd zodra de e-mail weg is, en verandert dan niet meer.' }) // prettier-ignore
    expect(more).toEqual([])
    expect(quotationOutcomes([sending(), sending()], [])[0]!.lead).toBe('2 e-mails')
  })
})
