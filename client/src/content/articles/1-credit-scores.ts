import type { Article } from './article'

export const creditScores: Article = {
  id: 1,
  category: 'Credit',
  title: 'Credit Scores, Explained: What Moves the Number and What It Costs You',
  summary:
    'Five factors decide a FICO score, and two carry 65 percent of it. See what each range means and what costs you points.',
  author: 'Dana Whitfield',
  date: 'November 17, 2026',
  readTime: '7 min read',
  image: '/covers/article-1.svg',
  content: `
<p>A credit score answers one narrow question: how likely are you to fall seriously behind on a debt in the next two years or so? It does not measure your income, your savings or your character. Once you know what it does measure, most of the mystery goes away, and so do several expensive myths.</p>

<h2 id="ranges">What the ranges mean</h2>
<p>FICO scores are used in most US lending decisions. The standard versions run from 300 to 850, as do the main versions of VantageScore, its competitor. These are FICO’s own bands:</p>
<table>
<thead>
<tr><th scope="col">Score</th><th scope="col">Band</th><th scope="col">What you can usually expect</th></tr>
</thead>
<tbody>
<tr><th scope="row">800 to 850</th><td>Exceptional</td><td>The best advertised terms</td></tr>
<tr><th scope="row">740 to 799</th><td>Very good</td><td>Better than average rates, little friction</td></tr>
<tr><th scope="row">670 to 739</th><td>Good</td><td>Near or above average; most products available</td></tr>
<tr><th scope="row">580 to 669</th><td>Fair</td><td>Approval is possible, at a higher price</td></tr>
<tr><th scope="row">300 to 579</th><td>Poor</td><td>Deposits, co-signers or a decline</td></tr>
</tbody>
</table>
<p>You do not have one score. Each of the three national bureaus (Equifax, Experian and TransUnion) holds its own file on you, and each scoring model reads that file differently. Industry versions for auto loans and credit cards even use a different scale, 250 to 900. A gap of 20 or 30 points between two scores on the same day is ordinary. When you compare, compare the same model at the same bureau.</p>

<h2 id="five-factors">The five factors</h2>
<ul>
<li><strong>Payment history, 35%.</strong> Whether you paid on time. A payment is normally reported late once it is 30 days past due, and it can stay on your report for seven years.</li>
<li><strong>Amounts owed, 30%.</strong> Mostly utilization: card balances divided by card limits, for each card and for all cards together.</li>
<li><strong>Length of credit history, 15%.</strong> The age of your oldest account, of your newest, and the average.</li>
<li><strong>New credit, 10%.</strong> Recent accounts and recent hard inquiries.</li>
<li><strong>Credit mix, 10%.</strong> Experience with both revolving accounts (cards) and installment loans (auto, student, mortgage).</li>
</ul>
<p>FICO publishes these weights for the population in general. If your file is short, or has a recent serious problem, the balance can shift for you.</p>

<h2 id="utilization">Utilization, worked through</h2>
<p>Suppose you hold three cards with limits of $5,000, $8,000 and $12,000, or $25,000 in all. The balances on your last statements were $4,200, $600 and zero. Your overall utilization is $4,800 divided by $25,000, or 19.2%. That looks fine. But the first card stands at $4,200 of $5,000, or <strong>84%</strong>, and scoring models look at single cards too.</p>
<p>Pay $3,000 toward that card. It drops to 24%, and your overall utilization drops to 7.2%. Most scoring models look at the balance reported most recently, so the improvement can show within one or two billing cycles. The familiar advice to stay under 30% is a rule of thumb, not a cliff; people with the highest scores tend to sit in single digits.</p>
<p>One detail decides the outcome: card issuers usually report your balance around the statement closing date, not the due date. You can pay in full every month and still show high utilization. If you expect an application, pay before the statement closes.</p>

<h2 id="inquiries">Hard and soft inquiries</h2>
<p>A <strong>soft inquiry</strong> happens when you check your own report, when a lender prequalifies you, or when an existing creditor reviews your account. It never affects your score, and other lenders do not see it.</p>
<p>A <strong>hard inquiry</strong> happens when you apply for credit. For most people one costs fewer than five FICO points. It stays on the report for two years, but FICO counts it for only 12 months. Shopping for the best rate has some protection: current FICO versions treat mortgage, auto and student loan inquiries made within 45 days as one per loan type. Some older versions use 14 days, so keep your shopping tight. Credit cards and most other loans get no such grouping; five card applications are five inquiries.</p>

<h2 id="price">What a score is worth</h2>
<p>Take a $30,000 loan over five years. At 8% the payment is about $608 a month; at 13% it is about $683. The difference is roughly $74 a month, or <strong>$4,458</strong> over the life of the loan, for the same money. The rates are illustrations, but gaps of this size between good and fair credit are common.</p>
<p>If you are thinking of lending your credit standing to a business, we recommend a score of <strong>720+</strong>. It sits well inside the upper half of FICO’s “good” band and leaves room for a new inquiry, a new account or a reported balance. It is a recommendation, not a promise of approval, and results are not guaranteed. Our <a href="/disclosures">disclosures</a> say more.</p>

<h2 id="myths">Four myths that cost money</h2>
<ul>
<li><strong>“Carry a small balance.”</strong> You never need to pay interest to build a score. A reported balance paid in full works just as well.</li>
<li><strong>“Close cards you don’t use.”</strong> Closing one removes its limit, so utilization rises. In the example above, closing the $12,000 card would lift overall utilization from 19.2% to 36.9%.</li>
<li><strong>“Checking hurts.”</strong> Looking at your own report is always a soft inquiry.</li>
<li><strong>“A raise will help.”</strong> Income is not in your credit report. Lenders weigh it separately.</li>
</ul>

<h2 id="next">What to do next</h2>
<ol>
<li>Get all three reports at AnnualCreditReport.com. You can do so free every week.</li>
<li>Read each for accounts you do not recognize, wrong limits and late payments that were not late. The Fair Credit Reporting Act gives you the right to dispute errors; a bureau usually has 30 days to investigate.</li>
<li>Calculate utilization card by card and pay down the highest percentage first.</li>
<li>Set every account to autopay at least the minimum. The largest factor then takes care of itself, as long as the money is there.</li>
</ol>
<p><em>This article is educational content only. It is not financial or legal advice.</em></p>
`.trim(),
}
