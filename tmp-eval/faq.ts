import { readFileSync, readdirSync } from 'node:fs';
import { openEncoder } from '../src/understanding/encoder/encoder.ts';
import { phrasesIn } from '../src/capability/dialogue.ts';
const load = (d: string, f: string) => readdirSync(`${d}/${f}`).filter(x=>x.endsWith('.json')).flatMap(x=>JSON.parse(readFileSync(`${d}/${f}/${x}`,'utf8')));
const dirs=['/work/main/test/exam','/work/shared/exam'];
const biz=new Map(dirs.flatMap(d=>load(d,'businesses')).map((b:any)=>[b.id,b]));
const cases=dirs.flatMap(d=>load(d,'cases')).filter((c:any)=>c.tags.includes('knowledge'));
const enc=openEncoder();
const cos=(a:Float32Array,b:Float32Array)=>{let s=0;for(let i=0;i<a.length;i++)s+=a[i]!*b[i]!;return s;};
const topics=phrasesIn('/work/main/src/features/assistant','topics').map(l=>l.slice(l.indexOf(':')+1).split('|').map(x=>x.trim()).filter(Boolean));
const tv=await Promise.all(topics.map(t=>enc.encode(t)));
const profile=(v:Float32Array,k:number)=>Float32Array.from(tv,vs=>{const s=vs.map(x=>cos(x,v)).sort((a,b)=>b-a).slice(0,k);return s.reduce((a,b)=>a+b,0)/s.length;});
const EMPTY=/^(?:a|an|the|and|or|but|if|is|are|was|be|do|does|did|can|could|will|would|should|may|i|you|we|they|he|she|it|my|your|our|their|me|us|them|to|of|in|on|at|for|with|from|by|about|there|here|this|that|these|those|what|when|where|who|which|how|why|have|has|had|get|got|any|some|no|not|please|also|so|as|up|out|then|than|just|like|need|want|am|im|ive|id|u|ur|guys|hi|hello|hey|come|one|much|many)$/;
const stem=(w:string)=>w.length>4?w.replace(/(?:ings?|ed|ies|es|s|ly)$/,''):w;
const words=(t:string)=>new Set((t.toLowerCase().match(/[\p{L}\p{N}]+/gu)??[]).filter(w=>!EMPTY.test(w)).map(stem));
const POL=['cancellation','deposit','lateArrival','returns'];
const asked=Object.fromEntries(POL.map(p=>[p,phrasesIn('/work/main/src/features/assistant/policies',p)]));
type P={q:string;a:string;v:Float32Array[];kind:string;p1:Float32Array;p3:Float32Array;w:Set<string>};
const passages=new Map<string,P[]>();
for(const b of biz.values() as any){
  const list:any[]=[...(b.config.faqs??[]).map((f:any)=>({kind:'faq',q:f.question,a:f.answer,prompts:[f.question,f.answer]})),...POL.filter(p=>b.config.policies?.[p]).map(p=>({kind:'policy',q:p,a:b.config.policies[p],prompts:[b.config.policies[p],...asked[p]!]}))];
  const out:P[]=[];
  for(const x of list){const v=await enc.encode(x.prompts);const ps=v.slice(0,x.kind==='faq'?2:1).map(y=>profile(y,1));const p3s=v.slice(0,x.kind==='faq'?2:1).map(y=>profile(y,3));
   const mx=(l:Float32Array[])=>Float32Array.from(l[0]!,(_,i)=>Math.max(...l.map(y=>y[i]!)));
   out.push({...x,v,p1:mx(ps),p3:mx(p3s),w:words(x.q+' '+x.a)});}
  passages.set(b.id,out);
}
const items:any[]=[];
for(const c of cases as any){ for(const t of c.turns){ const say=typeof t==='string'?t:t.say; const m=(typeof t==='string'?c.expect?.match:t.match)??[]; if(!m.length) continue;
  const ps=passages.get(c.business)!; const gold=ps.findIndex(p=>m.every((r:string)=>new RegExp(r,'i').test(p.a))); if(gold<0) {continue;} items.push({c:c.id,b:c.business,say,gold}); } }
const qv=await enc.encode(items.map(i=>i.say));
const shared=(a:Float32Array,b:Float32Array)=>{let m=0;for(let i=0;i<a.length;i++)m=Math.max(m,Math.min(a[i]!,b[i]!));return m;};
const corr=(a:Float32Array,b:Float32Array)=>{const f=(x:Float32Array)=>x.map(y=>Math.max(0,y-0.25));const A=f(a),B=f(b);let s=0,x=0,y=0;for(let i=0;i<A.length;i++){s+=A[i]!*B[i]!;x+=A[i]!**2;y+=B[i]!**2;}return s/Math.sqrt(x*y+1e-9);};
const top=(l:number[],k:number)=>{const x=l.sort((a,b)=>b-a).slice(0,k);return x.reduce((a,b)=>a+b,0)/x.length;};
const dir=(p:P,v:Float32Array)=>p.kind==='faq'?0.7*Math.max(cos(p.v[0]!,v),cos(p.v[1]!,v))+0.3*Math.min(cos(p.v[0]!,v),cos(p.v[1]!,v)):Math.max(cos(p.v[0]!,v),top(p.v.slice(1).map(x=>cos(x,v)),3)*0.9);
const dir2=(p:P,v:Float32Array)=>p.kind==='faq'?0.5*cos(p.v[0]!,v)+0.5*cos(p.v[1]!,v):Math.max(cos(p.v[0]!,v),top(p.v.slice(1).map(x=>cos(x,v)),3)*0.85);
const lex=(p:P,w:Set<string>)=>0.12*[...w].filter(x=>p.w.has(x)).length/Math.max(1,w.size);
const F:Record<string,(p:P,v:Float32Array,q1:Float32Array,q3:Float32Array,w:Set<string>)=>number>={
 cosq:(p,v)=>cos(p.v[0]!,v),
 cosqa:(p,v)=>Math.max(...p.v.map((x,i)=>cos(x,v)*(p.kind==='faq'&&i>0?0.92:1))),
 cosqa_w:(p,v,_,__,w)=>Math.max(...p.v.map((x,i)=>cos(x,v)*(p.kind==='faq'&&i>0?0.92:1)))+0.12*[...w].filter(x=>p.w.has(x)).length/Math.max(1,w.size),
 mean:(p,v)=>(cos(p.v[0]!,v)+Math.max(...p.v.map(x=>cos(x,v))))/2,
 cur:(p,v,q1,_,w)=>Math.max(F.cosqa!(p,v,q1,_,w),0.9*shared(q1,p.p1))+0.12*[...w].filter(x=>p.w.has(x)).length/Math.max(1,w.size),
 add1:(p,v,q1,q3,w)=>F.cosqa_w!(p,v,q1,q3,w)+shared(q1,p.p1),
 add3:(p,v,q1,q3,w)=>F.cosqa_w!(p,v,q1,q3,w)+shared(q3,p.p3),
 addc:(p,v,q1,q3,w)=>F.cosqa_w!(p,v,q1,q3,w)+0.6*corr(q3,p.p3),
 addc1:(p,v,q1,q3,w)=>F.cosqa_w!(p,v,q1,q3,w)+0.6*corr(q1,p.p1),
 addc1b:(p,v,q1,q3,w)=>F.cosqa_w!(p,v,q1,q3,w)+1.0*corr(q1,p.p1),
 d1:(p,v,q1,q3,w)=>dir(p,v)+shared(q1,p.p1)+lex(p,w),
 d2:(p,v,q1,q3,w)=>dir(p,v)+0.7*shared(q1,p.p1)+lex(p,w),
 d3:(p,v,q1,q3,w)=>dir(p,v)+0.5*shared(q1,p.p1)+0.5*shared(q3,p.p3)+lex(p,w),
 d4:(p,v,q1,q3,w)=>dir(p,v)+shared(q3,p.p3)+lex(p,w),
 d5:(p,v,q1,q3,w)=>dir(p,v)+shared(q1,p.p1)+2*lex(p,w),
 d6:(p,v,q1,q3,w)=>dir2(p,v)+shared(q1,p.p1)+2*lex(p,w),
 both:(p,v,q1,q3,w)=>F.cosqa_w!(p,v,q1,q3,w)+0.5*shared(q3,p.p3)+0.5*corr(q1,p.p1),
};
console.log('items',items.length);
for(const [n,f] of Object.entries(F)){ let ok=0; const margins:number[]=[]; const bad:string[]=[]; items.forEach((it,i)=>{ const v=qv[i]!; const q1=(it.q1??=profile(v,1)), q3=(it.q3??=profile(v,3)), w=(it.w??=words(it.say)); const ps=passages.get(it.b)!; const sc=ps.map(p=>f(p,v,q1,q3,w)); const best=sc.indexOf(Math.max(...sc)); if(best===it.gold) ok++; else bad.push(`${it.c}(${sc[it.gold]!.toFixed(2)}<${sc[best]!.toFixed(2)})`); margins.push(sc[it.gold]!);}); margins.sort((a,b)=>a-b); console.log(n,ok,'/',items.length,'gold score p5',margins[Math.floor(margins.length*.05)]!.toFixed(2),'p20',margins[Math.floor(margins.length*.2)]!.toFixed(2), n==='d5'?bad.join(' '):''); }
await enc.close();
