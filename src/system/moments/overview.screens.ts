import { fragment } from '../../platform/screens/call/calls.ts'
import { settingsArea } from '../settings/index.ts'
import { messagesBySubject } from './overview.queries.ts'

const access = { area: settingsArea, right: 'view' } as const

/** The page of the settings about messages. */
export const messagesPage = fragment({
  ...access,
  path: '/settings/messages',
  pageAddress: '/settings/?page=messages',
  view: 'system/moments/page',
  load: () => Promise.resolve({}),
  example: () => ({}),
})

/** Text and moment of every message side by side, by subject. */
export const messagesOverview = fragment({
  ...access,
  path: '/settings/messages/list',
  pageAddress: '/settings/?page=messages',
  view: 'system/moments/overview',
  load: ({ db, services, viewer }) => messagesBySubject(db, services, viewer),
  example: () => ({}),
})
