import { describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { Registry } from '../../src/platform/registry.ts'
import { popupActions } from '../../src/platform/screens/popup/popup-actions.ts'

const registry = new Registry(manifests)

/** Records that nothing comes next for, each with why; whoever opens one comes to read it, or to change it. */
const WITHOUT_STEPS: Record<string, string> = {
  material: 'it is planned by the courses that need it',
  checklist: 'it is filled in for a planning, and always has blocks',
  document: 'people come to download it, which leads',
  tax_type: 'it is made with its first percentage',
  reminder: 'it was sent as it is',
  event: 'it tells what happened',
  conflict: 'what is to be chosen stands in it',
  e_learning_license: 'a card of a few facts, with what can be done in its head',
  entry: 'it is processed in its own row, with who it is',
  action: 'it is put on orders, where it is done',
}

/** Records without a rail, each with where what is left to do stands instead. */
const WITHOUT_RAIL: Record<string, string> = {
  ...WITHOUT_STEPS,
  establishment: 'its lists stand in a menu, the checklist above its facts',
  room: 'its lists stand in a menu, and the step says what is missing',
  user: 'its lists stand in a menu, the checklist above its facts',
  message: 'a letter to be read, with what went wrong above it',
  'register-request': 'a card of a few facts, with what the register answered',
  agreement: 'the places that are left are what people come for',
  bank_statement: 'its entries are what people come for',
  saved_report: 'it leads to its list, and changes in a form',
  bank_entry: 'a card of a few facts, with what it pays',
  opening_item: 'a card of a few facts and its payments',
  product: 'its lists stand in a menu, and the step says what is missing',
  product_category: 'its products are what people come for',
  device_category: 'its schedules and devices are what people come for',
  visit: 'a card of a few facts, beside its order',
  evaluation: 'its questions are what people come for',
}

/** Each type of record that opens in a popup which shows it. */
const shown = registry.recordTypes().flatMap(({ type, open }) => {
  const screen = registry.screens.find(({ kind, path }) => kind === 'popup' && path === open?.replace('{id}', ':id'))
  if (!screen) return []
  const isGiven = registry.all(popupActions).some(({ place, record }) => place === 'step' && record === type)
  return [{ type, steps: isGiven || screen.shape?.steps === true, rail: screen.shape?.rail === true }]
})

describe('a record that opens in a popup', () => {
  it('says what comes next, or why nothing does', () => {
    const without = shown.filter(({ steps }) => !steps).map(({ type }) => type)
    expect(without.sort()).toEqual(Object.keys(WITHOUT_STEPS).sort())
  })

  it('has a rail, or says what stands there instead', () => {
    const without = shown.filter(({ rail }) => !rail).map(({ type }) => type)
    expect(without.sort()).toEqual(Object.keys(WITHOUT_RAIL).sort())
  })
})
