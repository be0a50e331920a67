import { describe, expect, it } from 'vitest'
import {
  type Standing,
  certificateNeeds,
  certificateSteps,
  sendAgain,
} from '../../src/training/proof/certificates/next.rules.ts'

const valid: Standing = {
  id: 7,
  contact_id: 3,
  part_id: 9,
  valid_until: '2027-11-20',
  state: 'valid',
  isOurs: true,
  light: 'ok',
  active: true,
  reachable: true,
  passes: true,
  sent: null,
  known: true,
  renewed: false,
}
const sent = { at: '2026-11-02T09:00:00Z', to: 'anna@post.example', mail_id: 5, failed: false }
const all = { send: true, enrol: true }

const stepsOf = (more: Partial<Standing>) => certificateSteps({ ...valid, ...more }).map(({ label }) => label)
const needsOf = (more: Partial<Standing>, may = all) =>
  certificateNeeds({ ...valid, ...more }, may).map(({ label, state, action }) => [label, state, action?.url])

describe('the next step of a certificate follows how it stands', () => {
  it.each<[string, Partial<Standing>, string[]]>([
    ['a register issued it', { isOurs: false, light: 'soon' }, ['Inschrijven voor herhaling']],
    ['valid, never sent', {}, ['Versturen']],
    ['valid, sent', { sent }, []],
    ['valid, of which nobody knows any more whether it was sent', { known: false }, []],
    ['valid, of somebody without an address', { reachable: false }, []],
    ['valid, of somebody who does not pass any more', { passes: false }, []],
    ['valid, of somebody who takes part no more', { active: false, light: 'soon' }, []],
    ['nearly over', { sent, light: 'soon' }, ['Inschrijven voor herhaling']],
    ['over', { state: 'expired', light: 'late' }, ['Inschrijven voor herhaling']],
    ['over, with a newer one', { state: 'expired', light: 'late', renewed: true }, []],
    ['nearly over, enrolled', { sent, light: 'booked' }, []],
    ['withdrawn', { state: 'withdrawn', light: null }, []],
  ])('%s', (_name, standing, labels) => {
    expect(stepsOf(standing)).toEqual(labels)
  })

  it('asks for this person alone to be sent theirs, once more where it was', () => {
    const url = '/certificate/getCertificateSendWizard/9?contact_id=3'
    expect(certificateSteps(valid)[0]!.url).toBe(url)
    expect(sendAgain({ ...valid, sent }).map((step) => [step.label, step.url])).toEqual([['Opnieuw versturen', url]])
    expect(sendAgain(valid)).toEqual([])
    expect(sendAgain({ ...valid, state: 'withdrawn', light: null })).toEqual([])
  })
})

describe('what is left to do for a certificate', () => {
  it('is a mail that failed, an address that is missing, and the refresher', () => {
    expect(needsOf({})).toEqual([])
    expect(needsOf({ reachable: false })).toEqual([['E-mailadres ontbreekt', 'open', '/contact/edit/3']])
    expect(needsOf({ sent: { ...sent, failed: true } })).toEqual([
      ['Certificaat niet aangekomen', 'open', '/messages/view/5'],
    ])
    expect(needsOf({ sent, light: 'late', state: 'expired' })).toEqual([
      ['Nog niet ingeschreven voor herhaling', 'open', '/calendar/enroll?contact_id=3'],
    ])
    expect(needsOf({ sent, light: 'booked' })).toEqual([['Ingeschreven voor herhaling', 'done', undefined]])
  })

  it('is told to who can do it alone, and of a withdrawn one to nobody', () => {
    expect(needsOf({ reachable: false, light: 'soon' }, { send: false, enrol: false })).toEqual([])
    expect(needsOf({ state: 'withdrawn', light: null, sent: { ...sent, failed: true } })).toEqual([])
  })
})
