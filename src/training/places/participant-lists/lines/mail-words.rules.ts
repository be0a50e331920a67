/** The lines with which mails begin and end. Digits or an address on such a line make it another one. */
const GREETING =
  /^(?:beste|geachte|hallo|hoi(?:hoi)?|hai|hi|hee+y?|hey|dag|goe(?:de|ie)[ -]?(?:morgen|middag|navond|avond|dag)|goedendag|l\.?s\.?|dear|hello)(?:[\s,!]|$)[^\d@]*$/i
const CLOSING =
  /^(?:(?:met|mv) (?:\p{L}+ )?(?:\p{L}+ )?groet(?:en|jes)?|hoogachtend|gr|grtz|mvrgr|(?:vriendelijke |hartelijke |veel |de )?groet(?:en|jes)?|m\.?v\.?g|alvast (?:\p{L}+ )?(?:bedankt|dank)|(?:bij voorbaat |hartelijk )?(?:dank|bedankt)|dank je(?: wel)?|dankjewel|fijne dag|fijn weekend|thanks|thx|cheers|tot ziens|kind regards|best regards|regards)(?:[\s.,!]|$)[^\d@]*$/iu

export const isGreeting = (line: string): boolean => GREETING.test(line)

/** From here on only the signature follows, and who signs is not on the list. */
export const isClosing = (line: string): boolean => CLOSING.test(line)
