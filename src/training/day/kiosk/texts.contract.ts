/**
 * What students read where they say that they are there or who they are, once per language. Only languages that somebody
 * who speaks them has read.
 */
import type { KioskScreen } from './machine.contract.ts'

export const LANGUAGES = { nl: 'Nederlands', en: 'English' } as const
export type Language = keyof typeof LANGUAGES

/** The screens that a phone has: it is never set up. */
export type StudentScreen = Exclude<KioskScreen, 'setup'>
/** What a screen says, and its two buttons. */
export interface ScreenText {
  title: string
  text: string
  primary: string
  secondary: string
}

const dutch = {
  birthday: 'Geboortedatum, dag maand jaar',
  lastName: 'Achternaam',
  fillBirthday: 'Vul uw geboortedatum in.',
  fillName: 'Vul uw achternaam in.',
  noDate: 'Vul een datum in als dd-mm-jjjj.',
  noName: 'Vul uw achternaam in.',
  impossible: 'Deze datum bestaat niet.',
  digitsLeft: (count: number) => `Nog ${count} ${count === 1 ? 'cijfer' : 'cijfers'}`,
  ready: 'Klopt het? Tik dan op Verder.',
  nextPerson: 'Volgende persoon',
  closesIn: (seconds: number) => `Dit scherm sluit over ${seconds} ${seconds === 1 ? 'seconde' : 'seconden'}.`,
  welcome: (name: string) => `Welkom ${name}`,
  cameIn: (time: string, course: string) => `U bent aangemeld om ${time} voor ${course}.`,
  help: 'Lukt het niet? Ga naar de docent of de receptie.',
  offline: 'Er is geen verbinding. Probeer het zo opnieuw, of ga naar de docent.',
  kept: 'Er is geen verbinding. Uw aanmelding is bewaard en gaat weg zodra dat kan.',
  offlineReady: 'Geen verbinding. Aanmelden kan gewoon.',
  waiting: (count: number) => `${count} ${count === 1 ? 'aanmelding wacht' : 'aanmeldingen wachten'}.`,
  lost: (count: number) =>
    `${count} ${count === 1 ? 'aanmelding is' : 'aanmeldingen zijn'} aan het einde van de dag gewist. Zeg het de docent.`,
  stillThere: 'Bent u er nog?',
  beginsIn: (seconds: number) => `Over ${seconds} ${seconds === 1 ? 'seconde' : 'seconden'} begint het scherm opnieuw.`,
  beginAgain: 'Opnieuw beginnen',
  goOn: 'Doorgaan',
  wait: 'Even geduld',
  again: 'Opnieuw',
  wrong: 'Er ging helaas iets mis. Probeer het opnieuw.',
  blocked: 'Even geduld. Vraag de docent of de receptie om u aan te melden.',
  openAgain: 'Deze pagina stond te lang open. Scan de code opnieuw.',
  digits: 'Cijfers',
  letters: 'Letters',
  clear: 'Alles wissen',
  erase: 'Laatste wissen',
  language: 'Taal',
  evaluation: 'Evaluatie van vandaag',
  presence: 'Aanmelden',
  thanks: 'Bedankt',
  goesOn: 'Wij brengen u naar de vragen.',
  nothingToFill: 'Er is op dit moment niets om in te vullen. U kunt deze pagina sluiten.',
  ended: 'Deze link werkt niet meer',
  endedText: 'Misschien is de code niet helemaal overgenomen, of is de dag voorbij. Vraag de docent om een nieuwe.',
  screens: {
    initial: {
      title: 'Wat is uw geboortedatum?',
      text: 'Dag, maand en jaar. De streepjes komen vanzelf.',
      primary: 'Verder',
      secondary: 'Alles wissen',
    },
    'birthday-confirmation': {
      title: 'Wat is uw geboortedatum?',
      text: 'Dag, maand en jaar. De streepjes komen vanzelf.',
      primary: 'Verder',
      secondary: 'Alles wissen',
    },
    'lastname-confirmation': {
      title: 'Wat is uw achternaam?',
      text: 'Zonder ‘van’, ‘de’ of ‘ter’. Hoofdletters en streepjes hoeven niet.',
      primary: 'Verder',
      secondary: 'Opnieuw',
    },
    'multiple-students-found': {
      title: 'Wie bent u?',
      text: 'Er zijn vandaag meer mensen met deze achternaam.',
      primary: 'Ik sta er niet bij',
      secondary: 'Opnieuw',
    },
    'student-found': { title: 'Bent u dit?', text: '', primary: 'Ja, meld mij aan', secondary: 'Nee' },
    'welcome-page': { title: 'Welkom', text: '', primary: 'Volgende persoon', secondary: 'Dit ben ik niet' },
    'no-student-found': {
      title: 'Wij vinden u niet bij de opleidingen van vandaag',
      text: 'Kijk uw geboortedatum na, of ga naar de docent. Die kan u ook aanmelden.',
      primary: 'Opnieuw proberen',
      secondary: 'Sluiten',
    },
  } satisfies Record<StudentScreen, ScreenText> as Record<StudentScreen, ScreenText>,
  /** What a screen says elsewhere than on a tablet. */
  lookup: {
    'student-found': { primary: 'Ja, begin', secondary: 'Ik ben dit niet' },
    'welcome-page': { primary: 'Naar de vragen', secondary: 'Dit ben ik niet' },
    'no-student-found': { text: 'Kijk uw geboortedatum na, of vraag het de docent.' },
  } as Partial<Record<StudentScreen, Partial<ScreenText>>>,
}
export type Texts = typeof dutch

const english: Texts = {
  birthday: 'Date of birth, day month year',
  lastName: 'Last name',
  fillBirthday: 'Enter your date of birth.',
  fillName: 'Enter your last name.',
  noDate: 'Enter a date as dd-mm-yyyy.',
  noName: 'Enter your last name.',
  impossible: 'This date does not exist.',
  digitsLeft: (count) => `${count} ${count === 1 ? 'digit' : 'digits'} to go`,
  ready: 'Is it right? Then tap Next.',
  nextPerson: 'Next person',
  closesIn: (seconds) => `This screen closes in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  welcome: (name) => `Welcome ${name}`,
  cameIn: (time, course) => `You checked in at ${time} for ${course}.`,
  help: 'Does it not work? Go to your teacher or to reception.',
  offline: 'There is no connection. Try again in a moment, or go to your teacher.',
  kept: 'There is no connection. Your check-in is kept and leaves as soon as it can.',
  offlineReady: 'No connection. You can check in all the same.',
  waiting: (count) => `${count} ${count === 1 ? 'check-in is' : 'check-ins are'} waiting.`,
  lost: (count) =>
    `${count} ${count === 1 ? 'check-in was' : 'check-ins were'} wiped at the end of the day. Tell your teacher.`,
  stillThere: 'Are you still there?',
  beginsIn: (seconds) => `The screen starts again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  beginAgain: 'Start again',
  goOn: 'Continue',
  wait: 'One moment, please',
  again: 'Again',
  wrong: 'Sorry, something went wrong. Please try again.',
  blocked: 'One moment, please. Ask your teacher or reception to check you in.',
  openAgain: 'This page was open for too long. Scan the code again.',
  digits: 'Digits',
  letters: 'Letters',
  clear: 'Clear all',
  erase: 'Delete the last one',
  language: 'Language',
  evaluation: 'Evaluation of today',
  presence: 'Check in',
  thanks: 'Thank you',
  goesOn: 'We take you to the questions.',
  nothingToFill: 'There is nothing to fill in at the moment. You can close this page.',
  ended: 'This link no longer works',
  endedText: 'Perhaps the code was not copied completely, or the day is over. Ask your teacher for a new one.',
  screens: {
    initial: {
      title: 'What is your date of birth?',
      text: 'Day, month and year. The dashes come by themselves.',
      primary: 'Next',
      secondary: 'Clear all',
    },
    'birthday-confirmation': {
      title: 'What is your date of birth?',
      text: 'Day, month and year. The dashes come by themselves.',
      primary: 'Next',
      secondary: 'Clear all',
    },
    'lastname-confirmation': {
      title: 'What is your last name?',
      text: 'Without ‘van’, ‘de’ or ‘ter’. Capitals and dashes do not matter.',
      primary: 'Next',
      secondary: 'Start again',
    },
    'multiple-students-found': {
      title: 'Who are you?',
      text: 'More people have this last name today.',
      primary: 'I am not listed',
      secondary: 'Start again',
    },
    'student-found': { title: 'Is this you?', text: '', primary: 'Yes, check me in', secondary: 'No' },
    'welcome-page': { title: 'Welcome', text: '', primary: 'Next person', secondary: 'This is not me' },
    'no-student-found': {
      title: 'We cannot find you in the courses of today',
      text: 'Check your date of birth, or go to your teacher, who can check you in too.',
      primary: 'Try again',
      secondary: 'Close',
    },
  },
  lookup: {
    'student-found': { primary: 'Yes, start', secondary: 'This is not me' },
    'welcome-page': { primary: 'To the questions', secondary: 'This is not me' },
    'no-student-found': { text: 'Check your date of birth, or ask your teacher.' },
  },
}

const TEXTS: Record<Language, Texts> = { nl: dutch, en: english }

export const textsOf = (language: Language = 'nl'): Texts => TEXTS[language]

/** What a screen says: on a tablet at the door, on a phone in the room, or where students are looked up. */
export const screenText = (
  language: Language,
  screen: StudentScreen,
  use: 'presence' | 'evaluation' = 'presence',
): ScreenText => {
  const texts = textsOf(language)
  return { ...texts.screens[screen], ...(use === 'evaluation' && texts.lookup[screen]) }
}
