import { describe, expect, it } from 'vitest'
import { invitationText } from '../../src/system/calendar/index.ts'
import { news } from '../../src/training/messages/invitations/index.ts'

const what = {
  record: { type: 'appointment', id: 12 },
  sequence: 3,
  cancelled: false,
  startsAt: new Date('2027-03-28T07:30:00Z'),
  endsAt: new Date('2027-03-28T14:00:00Z'),
  title: 'BHV basis; theorie, ochtend',
  place: 'Zwolle, Lokaal 1, Havenkade 8',
  description: 'Route: https://kaart.example/?q=a,b',
  organizer: { name: 'Sanne "de planner" Willems', email: 'planner@noordkaap.example' },
  attendee: { name: 'Özlem van der Veen', email: 'ozlem@post.example' },
}
const made = (more: Partial<typeof what> = {}) =>
  invitationText({ ...what, ...more }, { host: 'noordkaap.example', stamp: new Date('2027-03-01T08:00:00Z') })
const lines = (ics: string) => ics.replaceAll('\r\n ', '').split('\r\n')

describe('an invitation', () => {
  it('takes no lines of others for its own, whatever stands in a name', () => {
    const title = 'BHV\rMETHOD:CANCEL\r\nSTATUS:CANCELLED\nX\u0000\u0007Y'
    const ics = lines(made({ title, attendee: { name: 'A"\r\nB', email: 'a@b.example\r\nX-EVIL:1' } }))
    expect(ics).toContain('SUMMARY:BHV\\nMETHOD:CANCEL\\nSTATUS:CANCELLED\\nX  Y')
    expect(
      ics.filter((line) => /^(X-EVIL|METHOD:CANCEL|STATUS:CANCELLED|B)/.test(line.split(/[\r\n]/).at(-1)!)),
    ).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VTIMEZONE', 'BEGIN:DAYLIGHT', 'BEGIN:STANDARD', 'BEGIN:VEVENT'])
  })

  it('is an object for one record, with the id that the feed has too, in the time of Amsterdam', () => {
    const ics = lines(made())
    expect(ics).toEqual(
      expect.arrayContaining([
        'METHOD:REQUEST',
        'UID:appointment-12@noordkaap.example',
        'SEQUENCE:3',
        'DTSTART;TZID=Europe/Amsterdam:20270328T093000',
        'DTEND;TZID=Europe/Amsterdam:20270328T160000',
        'SUMMARY:BHV basis\\; theorie\\, ochtend',
        'LOCATION:Zwolle\\, Lokaal 1\\, Havenkade 8',
        'STATUS:CONFIRMED',
        'BEGIN:VTIMEZONE',
        'TZID:Europe/Amsterdam',
      ]),
    )
    expect(ics.filter((line) => line.startsWith('BEGIN:VEVENT'))).toHaveLength(1)
  })

  it('asks the reader, and its answer goes to who plans it', () => {
    const ics = lines(made())
    expect(ics).toContain('ORGANIZER;CN="Sanne de planner Willems":mailto:planner@noordkaap.example')
    expect(ics).toContain(
      'ATTENDEE;CN="Özlem van der Veen";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:ozlem@post.example',
    )
  })

  it('takes itself back, in lines of at most 75 octets', () => {
    const ics = made({ cancelled: true, place: 'é'.repeat(200) })
    expect(lines(ics)).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']))
    expect(Math.max(...ics.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  })

  it('lets no name or address add a line of its own', () => {
    const party = { name: 'A\r\nSUMMARY:x', email: 'a@b.example\r\nX-A:1' }
    const ics = lines(made({ organizer: party, attendee: party, title: 'a\nX-B:1' }))
    expect(ics.filter((line) => /^(X-|SUMMARY:x)/.test(line))).toEqual([])
  })
})

describe('what a calendar is still to be told', () => {
  const told = { starts_at: new Date(1000), ends_at: new Date(2000), place: 'Zwolle' }
  const last = { ...told, sequence: 4, cancelled: false }
  it('is what it does not know, with a higher number than before', () => {
    expect(news(null, told)).toEqual({ sequence: 0, cancelled: false })
    expect(news(last, told)).toBeNull()
    expect(news(last, { ...told, place: 'Assen' })).toEqual({ sequence: 5, cancelled: false })
    expect(news(last, { ...told, starts_at: new Date(1500) })).toEqual({ sequence: 5, cancelled: false })
    expect(news(last, null)).toEqual({ sequence: 5, cancelled: true })
    expect(news({ ...last, cancelled: true }, null)).toBeNull()
    expect(news({ ...last, cancelled: true }, told)).toEqual({ sequence: 5, cancelled: false })
    expect(news(null, null)).toBeNull()
    expect(news(last, told, true)).toEqual({ sequence: 4, cancelled: false })
  })
})
