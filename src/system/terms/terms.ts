/** The terms of October 2017: the version in force, and the key under which agreeing to it is kept (rulings 9.3). */
export const TERMS_KEY = 'terms_2017_10'
