import { findStatesZone, hourIn } from '@shared/meeting-time'
import { textHours } from '@shared/texts'

const [eastern, central, mountain, pacific] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
]

/**
 * The zones that area codes lie in. A code on both sides of a border between zones has both. Which codes there are: the lists of
 * the North American Numbering Plan Administrator and the table of time zones of Google’s libphonenumber.
 */
const areas: readonly (readonly [zones: readonly string[], codes: string])[] = [
  [
    [eastern],
    `201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302 304 305 313 315
    317 321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 419 434 436 440 443 445 463 470
    472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571 582 585 586 603 607 609 610 614 616 617 624 631 640
    645 646 656 667 678 679 680 681 686 689 703 704 706 716 717 718 724 727 728 732 734 740 743 754 757 762 765 770 771
    772 774 781 786 802 803 804 810 813 814 821 826 828 835 838 839 843 845 848 854 856 857 859 860 862 863 864 865 878
    904 908 910 912 914 917 919 929 934 937 941 943 947 948 954 959 973 978 980 984 989`,
  ],
  [[eastern, central], '219 270 364 423 448 574 606 729 812 850 906 930'],
  [
    [central],
    `205 210 214 217 218 224 225 228 235 251 254 256 262 274 281 309 312 314 316 318 319 320 325 327 331 334 337 346 353
    361 402 405 409 414 417 430 432 447 457 464 469 471 479 483 501 504 507 512 515 531 534 539 557 563 572 573 580 601
    608 612 615 618 621 629 630 636 641 651 659 660 662 682 708 712 713 715 726 730 731 737 763 769 773 779 806 815 816
    817 830 832 847 861 870 872 901 903 913 918 920 924 931 936 938 940 945 952 956 972 975 979 985`,
  ],
  [[central, mountain], '308 605 620 701 785'],
  [[mountain], '303 307 385 406 435 505 575 719 720 748 801 915 970 983'],
  [[mountain, 'America/Phoenix'], '928'],
  [['America/Phoenix'], '480 520 602 623'],
  [[mountain, pacific], '208 458 541 775 986'],
  [
    [pacific],
    `206 209 213 253 279 310 323 341 350 357 360 369 408 415 424 425 442 503 509 510 530 559 562 564 619 626 628 650 657
    661 669 702 707 714 725 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951 971`,
  ],
  [['America/Anchorage', 'America/Adak'], '907'],
  [['Pacific/Honolulu'], '808'],
  [['America/Puerto_Rico'], '340 787 939'],
  [['Pacific/Guam'], '670 671'],
  [['Pacific/Pago_Pago'], '684'],
]

const zonesOfArea = new Map(
  areas.flatMap(([zones, codes]) => codes.split(/\s+/).map((code) => [code, zones] as const)),
)

/** The easternmost and westernmost zones of the states: 9 AM to 8 PM in both means so in all between. */
const outermostZones = [eastern, 'Pacific/Honolulu']
const stepMs = 5 * 60_000
const longestNightMs = 36 * 3_600_000

const isAwake = (moment: Date, zone: string) => {
  const hour = hourIn(moment, zone)
  return hour >= textHours.from && hour < textHours.to
}

/** The reader of a text: a number of the US as the provider takes it, and the zone of the browser they last used. */
export interface TextedAt {
  recipient: string
  timeZone: string | null
}

/**
 * When someone may be texted at the earliest, from a moment on: in hours for texts both in their number's area and
 * where they said they are. With neither known, in hours that suit every state.
 */
export function nextTextMoment(from: Date, { recipient, timeZone }: TextedAt): Date {
  const said = findStatesZone(timeZone)
  const known = [...(zonesOfArea.get(recipient.slice(2, 5)) ?? []), ...(said ? [said] : [])]
  const zones = known.length > 0 ? known : outermostZones
  const isAllowed = (moment: Date) => zones.every((one) => isAwake(moment, one))
  if (isAllowed(from)) return from
  const firstStep = Math.ceil(from.getTime() / stepMs) * stepMs
  for (let at = firstStep; at < firstStep + longestNightMs; at += stepMs) {
    if (isAllowed(new Date(at))) return new Date(at)
  }
  throw new Error('No hour of the day is one for texts.')
}
