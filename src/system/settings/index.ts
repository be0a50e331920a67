import { sql, type SqlBool } from 'kysely'
import { mailLeavesNow } from '../../platform/mail/sending.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { firstSteps } from '../calendar/points.ts'
import { uploadPlaces } from '../uploads/points.ts'
import { diskTab } from './disk.screens.ts'
import { LOGO } from './logo.files.ts'
import * as pages from './pages.screens.ts'
import { settingsPages, settingsTabs } from './points.ts'
import * as reset from './reset.screens.ts'
import { settingsArea } from './rights.ts'
import { settingFields } from './settings.fields.ts'
import { settingNames } from './settings.queries.ts'
import * as screens from './settings.screens.ts'
import { seedSettings } from './story.ts'

export { textsOfTabs } from './found-by.ts'
export { settingsArea } from './rights.ts'
export {
  askTwoStepOfAdministrators,
  changeSetting,
  savedSetting,
  writeSetting,
  writeSettings,
} from './settings.commands.ts'
export { assertPrintable, readLogo } from './logo.files.ts'
export { settingFields } from './settings.fields.ts'
export { type SettingKey, type SettingValue } from './definitions.ts'
export { type Setting, getSetting, readSetting, settingLabel, settingValue, settingsOf } from './settings.queries.ts'

const { WELCOME_PICTURE, settingForm, ...declared } = screens
export { settingForm }

const tab = { area: settingsArea } as const

export const settings: ModulePart = {
  screens: [...Object.values(pages), ...Object.values(declared), ...Object.values(reset), diskTab],
  records: [
    {
      type: 'setting',
      label: { one: 'instelling', many: 'instellingen' },
      area: settingsArea,
      table: 'settings',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: settingFields,
      names: settingNames,
    },
  ],
  nav: [
    {
      label: 'Instellingen',
      icon: 'settings',
      href: '/settings/',
      key: 'i',
      area: settingsArea,
      order: 90,
      setup: true,
    },
  ],
  story: seedSettings,
  gifts: [
    give(uploadPlaces, [
      { path: WELCOME_PICTURE, area: settingsArea },
      { path: LOGO, area: settingsArea },
    ]),
    give(firstSteps, [
      {
        ...tab,
        order: 80,
        label: 'E-mail versturen',
        text: 'Zonder mailserver blijven berichten hier staan.',
        done: mailLeavesNow,
        later: true,
        href: '/settings/?tab=mail',
        popup: false,
      },
    ]),
    give(settingsPages, [
      { key: 'organisation', label: 'Organisatie', icon: 'building', order: 10 },
      { key: 'messages', label: 'Berichten', icon: 'mail', order: 30, url: '/settings/messages' },
      { key: 'links', label: 'Koppelingen', icon: 'plug-connected', order: 50 },
      { key: 'system', label: 'Systeem', icon: 'settings', order: 60 },
    ]),
    give(settingsTabs, [
      {
        ...tab,
        key: 'organisation',
        page: 'organisation',
        label: 'Naam, adres en logo',
        icon: 'building',
        order: 10,
        synonyms: ['logo', 'naam', 'adres'],
        url: '/settings/organisation',
      },
      {
        ...tab,
        key: 'modules',
        page: 'organisation',
        label: 'Onderdelen',
        icon: 'apps',
        order: 12,
        url: '/settings/modules',
      },
      {
        ...tab,
        key: 'documents',
        page: 'system',
        label: 'Documenten',
        icon: 'file-text',
        order: 30,
        url: '/settings/documents',
      },
      {
        ...tab,
        key: 'mail',
        page: 'messages',
        label: 'E-mail',
        icon: 'mail',
        order: 40,
        synonyms: ['mailserver', 'afzender', 'smtp'],
        url: '/settings/mail',
      },
      {
        ...tab,
        key: 'two-step',
        page: 'system',
        label: 'Inloggen',
        icon: 'lock',
        order: 70,
        synonyms: ['wachtwoord', 'tweestaps', 'beveiliging'],
        url: '/settings/two-step',
      },
      {
        ...tab,
        key: 'disk',
        page: 'system',
        label: 'Schijf',
        icon: 'database',
        order: 95,
        synonyms: ['ruimte', 'opslag', 'vol'],
        url: '/settings/disk',
      },
      { ...tab, key: 'reset', page: 'system', label: 'Herstellen', icon: 'history', order: 99, url: '/settings/reset' },
    ]),
  ],
}
