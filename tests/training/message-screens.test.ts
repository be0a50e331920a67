import { afterAll, beforeAll, expect, it } from 'vitest'
import { withChips, withCode } from '../../islands/rich-text/variables.ts'
import type { EditorProps } from '../../src/system/messages/editor.contract.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { fieldsIn } from './enrolment-support.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

const written = async () =>
  (await app.pool.query<{ id: number; content: string }>('select * from default_messages')).rows

/** What was chosen in the steps before that of the message. */
const chosenBefore = (): Record<string, Record<string, string | number>> => {
  const { refreshers, contacts, sales, autopilot } = app.story
  return {
    invite: { 'refreshers[]': refreshers.anouk, 'recipients[]': contacts.anouk },
    quotation: { 'quotations[]': sales.quotation },
    proposal: { 'lines[]': `${autopilot.due}:p${autopilot.part}` },
  }
}

/** Each screen on which a text goes out that can be changed there, and of which wizard it is a step. */
const screens: [string, string | null, () => Promise<Answer>][] = [
  ['cancelling', null, () => administrator.get(`/calendar/cancel/${app.story.appointments.coming}`)],
  ['confirming', null, () => administrator.get(`/calendar/confirm/${app.story.appointments.option}`)],
  [
    'a default message to students',
    null,
    async () => {
      const template = (await written()).find(({ content }) => content.includes('{% for onderdeel'))!.id
      return administrator.get(
        `/messages/write/course?appointment_id=${app.story.appointments.coming}&to=students&template=${template}`,
      )
    },
  ],
  [
    'inviting for a refresher',
    'invite',
    () =>
      administrator.post(
        `/courseRefresher/invitations?ids=${app.story.refreshers.anouk}&step=message`,
        chosenBefore().invite,
      ),
  ],
  [
    'sending a quotation',
    'quotation',
    () =>
      administrator.post(
        `/administration/quotation/getSendWizard?ids=${app.story.sales.quotation}&step=message`,
        chosenBefore().quotation,
      ),
  ],
  [
    'a proposal of refreshers',
    'proposal',
    () => administrator.post('/courseRefresher/proposal?step=check', chosenBefore().proposal),
  ],
]

it.each(screens)('%s begins with how one real person reads it, and folds the text', async (_name, wizard, open) => {
  const answer = await open()
  const { $, text } = answer
  const preview = $('[data-preview]')
  expect([preview.length, preview.attr('hx-trigger')!.split(',')[0]]).toEqual([1, 'load'])
  expect(text.indexOf('data-preview')).toBeLessThan(text.indexOf('data-rich-text'))
  // The editor is there, behind its button.
  const fold = $('details.writer-text')
  expect([fold.attr('open'), fold.children('summary').text(), fold.find('textarea').length]).toEqual([
    undefined,
    'Tekst aanpassen',
    1,
  ])
  const reader = $('.reader option').first().text() || $('.reader b').text()
  expect($('.reader').text().replace(/\s+/g, ' ')).toMatch(/^Zo leest.+het/)
  const first = (name: string) => $(`[name=${name}] option`).attr('value') ?? $(`[name=${name}]`).attr('value') ?? ''
  const chosen = { preview: first('preview'), reader: first('reader') }
  const kinds = $('[name=kinds]').toArray().map((box) => $(box).attr('value') ?? '') // prettier-ignore
  const shown = await administrator.post(preview.attr('hx-post')!, {
    ...chosenBefore()[wizard ?? ''],
    status: 'option',
    ...fieldsIn(answer),
    ...chosen,
    kinds,
  })
  expect(shown.status, shown.text).toBe(200)
  expect(shown.$('.mail').attr('aria-label')).toMatch(/^Zo leest \S.* het$/)
  expect(reader).not.toBe('')
  expect(shown.$('.mail-body').text()).not.toMatch(/\{[{%]/)
  expect(shown.$('.mail-body').text()).not.toBe('')
  if (wizard === null) expect($('.popup-foot .submits').text()).toMatch(/\n?Terug\s*$/)
})

it('every text that stands ready is one chip per condition in the editor, and is kept byte for byte', async () => {
  const texts = (await written()).map(({ content }) => content)
  const props: EditorProps[] = []
  for (const [, , open] of screens) {
    const { $ } = await open()
    texts.push(String($('textarea[name=content]').val()))
    props.push(JSON.parse($('[data-island=rich-text]').attr('data-props')!) as EditorProps)
  }
  expect(texts.filter((text) => text.includes('{%')).length).toBeGreaterThan(5)
  for (const text of texts)
    for (const known of props) {
      const chips = withChips(text, known)
      expect(withCode(chips)).toBe(text)
      expect(chips.replace(/data-source="[^"]*"/g, '')).not.toContain('{%')
    }
  const [cancelling] = props
  expect(withChips(texts.at(-6)!, cancelling!)).toContain('>Andere datums met plaats (alleen als die er zijn)</span>')
})
