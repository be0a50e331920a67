import { ROLE } from '../../../platform/access/roles.ts'
import { may } from '../../../platform/access/viewer.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { messagesArea } from '../../../platform/mail/rights.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { enrolmentArea } from '../../rights.ts'
import { STATES } from './certificates.rules.ts'
import { hoursText } from './hours.rules.ts'
import { certificateNeeds, certificateSteps, sendAgain } from './next.rules.ts'
import { getShownCertificate } from './popup.queries.ts'
import { certificatesArea } from './rights.ts'

const change = { area: certificatesArea, right: 'change' } as const

/** A certificate: what it says, beside what is left to do and what became of it. */
export const certificateView = popup({
  area: certificatesArea,
  record: 'certificate',
  right: 'view',
  path: '/certificate/view/:id',
  home: '/certificates',
  load: async ({ db, viewer, readRecord }) => {
    const { certificate, standing } = await getShownCertificate(db, readRecord)
    const manages = may(viewer, certificatesArea, 'change')
    return {
      certificate,
      standing,
      tabCounts: certificate.tab_counts,
      manages,
      hours: hoursText(certificate.snapshot.parts),
      // A withdrawn one still looks valid on paper, so it is not handed out any more.
      downloads: certificate.issuer === null && (certificate.state !== 'withdrawn' || manages),
      seesPlanning: may(viewer, appointmentsArea),
      seesMessages: may(viewer, messagesArea),
      enrols: may(viewer, enrolmentArea, 'change'),
    }
  },
  title: ({ certificate }) => `Certificaat ${certificate.number}`,
  status: ({ certificate }) => STATES[certificate.state],
  actions: ({ certificate }) =>
    certificate.state === 'withdrawn' || certificate.issuer !== null
      ? []
      : [
          {
            label: 'Downloaden',
            icon: 'download',
            kind: 'download',
            url: `/certificate/file/${certificate.id}`,
            primary: true,
          },
        ],
  nextSteps: ({ standing }) => certificateSteps(standing),
  options: ({ certificate: { id, state, issuer }, standing }) =>
    state === 'withdrawn'
      ? issuer !== null
        ? []
        : [{ ...change, label: 'Downloaden', icon: 'download', kind: 'download', url: `/certificate/file/${id}` }]
      : [
          ...sendAgain(standing),
          ...(issuer !== null
            ? []
            : [{ ...change, label: 'Opnieuw uitgeven', icon: 'refresh', kind: 'popup' as const, url: `/certificate/reissue/${id}` }]), // prettier-ignore
          {
            ...change,
            label: 'Intrekken',
            icon: 'ban',
            kind: 'popup',
            url: `/certificate/withdraw/${id}`,
            danger: true,
          },
        ],
  footnote: ({ certificate }) => `Gemaakt op ${formatDateTime(certificate.created_at)}`,
  layout: 'tabs',
  rail: { todo: ({ standing, manages, enrols }) => certificateNeeds(standing, { send: manages, enrol: enrols }) },
  parts: [{ key: 'overview', label: 'Certificaat', icon: 'certificate', view: 'training/certificates/view' }],
  example: (story, role) => ({
    params: { id: role === ROLE.student ? story.certificates.student : story.certificates.anouk },
    foreign: { id: story.certificates.foreign },
  }),
})
