/** Every bulk action has a random run: over many worlds its question says what happens. */
import { describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { selectionActions } from '../../src/platform/screens/table/selection-actions.ts'
import { Registry } from '../../src/platform/registry.ts'
import { INSPECTIONS } from '../support/foreseen/inspections.ts'
import { MESSAGES } from '../support/foreseen/messages.ts'
import { RELATIONS } from '../support/foreseen/relations.ts'
import { SALES } from '../support/foreseen/sales.ts'
import { SYSTEM } from '../support/foreseen/system.ts'
import { COURSES } from '../support/foreseen/training.ts'

const screens = manifests.flatMap((manifest) => manifest.screens)
const registry = new Registry(manifests)

/** What is done with chosen rows, and what shows first with whom it will be done. */
const offered = new Set([
  ...screens.filter(({ bulk }) => bulk).map(({ path }) => path),
  ...screens.flatMap(({ chosen = [] }) => chosen),
  ...registry.all(selectionActions).map(({ action }) => action.url),
])

const FILE = 'gives a file of what is ticked, and changes nothing'
const PAPER = 'prints what is ticked, and changes nothing'
const ALL_OR_NONE = 'asks by the number and the names of what is ticked, and takes all of it or none'
const ONE_FROM_TWO = 'lays two records side by side: there is no number to foresee'

/** What has no random run, and why. */
const WITHOUT: Record<string, string> = {
  '/print/kind/quotation': FILE,
  '/certificates/file': FILE,
  '/administration/orders/print': PAPER,
  '/print/sheets/label': PAPER,
  '/print/sheets/company_label': PAPER,
  '/print/sheets/device_label': PAPER,
  '/contacts/merge': ONE_FROM_TWO,
  '/companies/merge': ONE_FROM_TWO,
  '/contacts/massDelete': ALL_OR_NONE,
  '/companies/massDelete': ALL_OR_NONE,
  '/administration/orders/massDelete': ALL_OR_NONE,
  '/administration/quotations/massDelete': ALL_OR_NONE,
  '/courseRefresher/massDelete': ALL_OR_NONE,
  '/inspections/devices/massDelete': ALL_OR_NONE,
  '/inspections/contracts/massDelete': ALL_OR_NONE,
  '/tasks/massDelete': ALL_OR_NONE,
  '/reports/massDelete': ALL_OR_NONE,
  '/expiring/quotation': 'makes one quotation of all that is ticked: expiring.test.ts',
  '/calendar/moveStudents': ALL_OR_NONE,
  '/calendar/enroll': ALL_OR_NONE,
  '/outbox/conflicts/bulk/take': 'takes each by its own form, and says per line what came of it: conflicts.test.ts',
  '/accounting/getWizard/':
    'what becomes of it is for a package elsewhere to say: accounting.test.ts holds each answer',
}

const runs = [...RELATIONS, ...SYSTEM, ...MESSAGES, ...COURSES, ...SALES, ...INSPECTIONS].map(({ path }) => path)

/** What no list offers above its rows, and does something to many all the same. */
const BESIDE_LISTS = ['/calendar/cancel/:id', '/administration/reminders/send']

describe('every bulk action', () => {
  it('has a random run that holds its question against what it does, or says why not', () => {
    expect([...offered].filter((path) => !runs.includes(path) && !(path in WITHOUT))).toEqual([])
  })

  it('that has one is there, and none is excused that is not', () => {
    expect(Object.keys(WITHOUT).filter((path) => !offered.has(path) || runs.includes(path))).toEqual([])
    expect(runs.filter((path) => !offered.has(path))).toEqual(BESIDE_LISTS)
    expect(new Set(runs).size).toBe(runs.length)
    const declared = new Set(screens.flatMap(({ routes }) => routes.map(({ path }) => path)))
    expect(BESIDE_LISTS.filter((path) => !declared.has(path))).toEqual([])
  })
})
