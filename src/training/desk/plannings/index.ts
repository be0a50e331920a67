import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { importTargets } from '../../../system/importing/points.ts'
import { type Attention, attention } from '../../../system/attention/points.ts'
import { enrolmentArea, planningsArea } from '../../rights.ts'
import { code95Module } from '../../planning/code95/index.ts'
import { countPlanningsOfCompany, countPlanningsOfCourse, waitingPlannings } from './plannings.queries.ts'
import { HARM, OPTION_DAYS, TASKS } from './filters.ts'
import { enrolmentTarget } from './import/enrolments.plan.ts'
import { planningTarget } from './import/plannings.plan.ts'
import * as screens from './plannings.screens.ts'
import { widgets } from '../../../system/dashboard/points.ts'
import { appointmentsWidget, coursesWidget } from './widgets.ts'

const tab = { key: 'plannings', label: 'Planningen', icon: 'calendar-event' } as const

/** What is said behind a count: of what there are so many, and what is to be done about them. */
const ofPlannings = (text: string) => ({ one: `planning ${text}`, many: `planningen ${text}` })

const ofTask = (
  task: keyof typeof HARM,
  { label, ...shown }: Pick<Attention, 'kind' | 'icon' | 'workingDaysBefore' | 'label'>,
): Attention => ({
  name: task,
  tone: 'warning',
  label,
  ...shown,
  area: planningsArea,
  url: `/plannings?when=all&task=${task}`,
  rows: (viewer) => waitingPlannings(viewer, TASKS[task].where, HARM[task]),
})

/** A teacher or a place is found in so many days. */
const staffing = { kind: 'staffing', workingDaysBefore: 3 } as const

/** The work on plannings that is counted above the calendar, by the conditions of the list it leads to. */
const waiting: Attention[] = [
  ofTask('to_finish', { kind: 'finish', icon: 'flag', label: ofPlannings('af te ronden') }),
  ofTask('no_teacher', { ...staffing, icon: 'user-question', label: ofPlannings('zonder genoeg docenten') }),
  ofTask('no_room', { ...staffing, icon: 'door-off', label: ofPlannings('zonder lokaal, adres of link') }),
  ofTask('option_due', {
    kind: 'decide',
    icon: 'hourglass',
    label: {
      one: `optie begint binnen ${OPTION_DAYS / 7} weken`,
      many: `opties beginnen binnen ${OPTION_DAYS / 7} weken`,
    },
  }),
  ofTask('names_due', {
    kind: 'decide',
    icon: 'bookmark',
    label: { one: 'planning wacht op namen', many: 'planningen wachten op namen' },
  }),
  ofTask('results_open', { kind: 'finish', icon: 'clipboard-list', label: ofPlannings('met open resultaten') }),
]

/** Plannings as a list: the calendar shows their parts in time, this one finds them. */
export const plannings: ModulePart = {
  screens: Object.values(screens),
  nav: [
    {
      group: 'courses',
      label: 'Planningen',
      icon: 'calendar-event',
      href: '/plannings',
      waits: 'to_finish',
      key: 'p',
      area: planningsArea,
      order: 2,
    },
  ],
  gifts: [
    give(attention, waiting),
    give(importTargets, [planningTarget, enrolmentTarget]),
    give(widgets, [appointmentsWidget, coursesWidget]),
    give(popupTabs, [
      {
        ...tab,
        record: 'company',
        area: enrolmentArea,
        order: 10,
        url: (id) => `/company/${id}/plannings?embed=1`,
        count: countPlanningsOfCompany,
      },
      {
        ...tab,
        record: 'course',
        main: true,
        area: planningsArea,
        order: 10,
        url: (id) => `/plannings?embed=1&course_id=${id}&when=all&sort=-starts`,
        count: countPlanningsOfCourse,
      },
    ]),
  ],
}

/** What of that is work of code 95. */
export const code95Plannings: ModulePart = {
  module: code95Module,
  gifts: [
    give(attention, [
      ofTask('cbr_late', {
        kind: 'finish',
        icon: 'truck',
        label: ofPlannings('met een uitslag die te laat is voor het CBR'),
      }),
    ]),
  ],
}
