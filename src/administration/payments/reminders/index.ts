import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import { mailFates } from '../../../platform/mail/delivery-states.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { audiences, chosenMessages } from '../../../system/messages/points.ts'
import { personData, retentionKinds } from '../../../system/privacy/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { reminderAudience } from './audience.ts'
import * as customerScreens from './customers.screens.ts'
import { reminderFate } from './delivery-state.ts'
import { REMINDER_LABELS } from './labels.ts'
import { hasBeenBilled, letterNames } from './letters.queries.ts'
import * as invoiceScreens from './invoice.screens.ts'
import * as letterScreens from './letters.screens.ts'
import { reminderMessages } from './messages.ts'
import * as pageScreens from './page.screens.ts'
import { letterData, letterRetention } from './person-data.ts'
import { remindersInRail } from './rail.ts'
import { blockFields, rateFields, reminderFields } from './reminders.fields.ts'
import { DAILY, remindDaily } from './reminders.job.ts'
import { lateCompany, lateContact } from './reminders.todo.ts'
import { letterRestoring } from './restoring.ts'
import { remindersArea } from './rights.ts'
import * as sendingScreens from './sending.screens.ts'
import * as settingsScreens from './settings.screens.ts'
import { seedReminders } from './story.ts'

const everybody = () => sql<SqlBool>`true`
const ofCustomer = ['company', 'contact'] as const

/** Letters about what is not paid in time, in their order, and the account of what a customer has open. */
export const reminders: ModulePart = {
  screens: [
    ...[pageScreens, invoiceScreens, sendingScreens, letterScreens, customerScreens, settingsScreens].flatMap(
      (declared) => Object.values(declared),
    ),
    reminderMessages.screen,
  ],
  records: [
    {
      type: 'reminder',
      label: { one: 'brief', many: 'brieven' },
      area: remindersArea,
      table: 'reminders',
      visibleTo: everybody,
      open: '/administration/reminders/{id}',
      fields: reminderFields,
      names: letterNames,
      carries: ['messages'],
    },
    {
      type: 'reminder_block',
      label: { one: 'blokkade', many: 'blokkades' },
      area: remindersArea,
      table: 'reminder_blocks',
      visibleTo: everybody,
      open: null,
      fields: blockFields,
    },
    {
      type: 'interest_rate',
      label: { one: 'rentepercentage', many: 'rentepercentages' },
      area: settingsArea,
      table: 'interest_rates',
      visibleTo: everybody,
      open: null,
      fields: rateFields,
    },
  ],
  nav: [
    {
      group: 'money',
      label: 'Herinneringen',
      icon: 'mail-exclamation',
      href: '/administration/reminders',
      synonyms: ['aanmaning', 'openstaand', 'achterstallig', 'te laat', 'debiteuren'],
      key: 'n',
      area: remindersArea,
      order: 4,
    },
  ],
  jobs: { [DAILY]: remindDaily },
  // From eight or nine in the morning here; each hour, so that a day on which no process ran in the morning is not lost.
  crons: { [DAILY]: '10 7-15 * * 1-5' },
  constraints: {
    reminder_items_once: { field: '_form', message: 'Deze brief is intussen al verstuurd.' },
    reminder_items_opening_once: { field: '_form', message: 'Deze brief is intussen al verstuurd.' },
    interest_rates_once: { field: 'valid_from', message: 'Er gaat op deze dag al een percentage in.' },
  },
  story: seedReminders,
  gifts: [
    give(audiences, [reminderAudience]),
    give(openPoints, [lateCompany, lateContact]),
    give(mailFates, [reminderFate]),
    give(
      popupTabs,
      ofCustomer.map((record) => ({
        record,
        key: 'reminders',
        label: 'Openstaand',
        icon: 'mail-exclamation',
        area: remindersArea,
        order: 40,
        under: 'money',
        url: (id: number) => `/${record}/${id}/reminders`,
        filled: (_viewer: unknown, id: number) => hasBeenBilled(`${record}_id` as const, id),
        when: (_viewer: unknown, id: number) => sql<boolean>`(select client_id is not null from ${sql.table(record === 'company' ? 'companies' : 'contacts')} where id = ${id})`, // prettier-ignore
      })),
    ),
    give(popupTabs, [
      {
        record: 'invoice',
        key: 'reminders',
        label: 'Herinneringen',
        icon: 'mail-exclamation',
        area: remindersArea,
        order: 25,
        url: (id: number) => `/administration/invoice/${id}/reminders`,
        when: (_viewer: unknown, id: number) => sql<boolean>`exists (select from reminder_items where invoice_id = ${id} and step <> 'statement')`, // prettier-ignore
        rail: remindersInRail,
      },
    ]),
    give(settingsTabs, [
      { key: 'reminders', page: 'messages', label: 'Herinneringen', icon: 'mail-exclamation', area: settingsArea, order: 26, url: '/settings/reminders' }, // prettier-ignore
      { key: 'interest-rates', page: 'administration', label: 'Wettelijke rente', icon: 'percentage', area: settingsArea, order: 27, url: '/settings/interest-rates?embed=1' }, // prettier-ignore
      { key: 'reminder-messages', page: 'messages', listed: false, label: 'Berichten bij herinneringen', icon: 'mail-exclamation', area: settingsArea, order: 46, url: '/settings/reminder-messages' }, // prettier-ignore
    ]),
    give(
      blockers,
      ofCustomer.map((record) => ({
        record,
        what: 'delete' as const,
        reasons: async (db: Parameters<typeof reminderMessages.blockers>[0], id: number) => [
          {
            label: 'Brieven over openstaande facturen',
            one: 'brief over een openstaande factuur',
            count: await countOf(db.selectFrom('reminders').select('id').where(`${record}_id`, '=', id)),
          },
        ],
      })),
    ),
    give(blockers, [{ record: 'default-message', what: 'delete', reasons: reminderMessages.blockers }]),
    give(chosenMessages, [reminderMessages.chosen]),
    give(
      mergeStrategies,
      ofCustomer.flatMap((record) => [
        { record, table: 'reminders', column: `${record}_id`, merges: 'moves' as const },
        { record, table: 'reminder_blocks', column: `${record}_id`, merges: 'drop' as const },
      ]),
    ),
    give(mergeStrategies, [
      { record: 'invoice', table: 'reminder_items', column: 'invoice_id', merges: 'moves' as const },
    ]),
    give(restorings, [letterRestoring]),
    give(personData, [letterData]),
    give(retentionKinds, [letterRetention]),
    give(historyLabels, [REMINDER_LABELS]),
  ],
}
