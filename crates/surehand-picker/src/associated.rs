//! Words that go together. Written by `surehand-eval fit`; not to be edited by hand.
//!
//! Counted on data with the SHA-256 c1bf4d1e57227ad148051d4b0c4ef93db2772bee979161e59ad1deeedb150b0d (both files one after the other).

/// Separated by semicolons: a stem that is said, and behind how well (in hundredths that begin with 0), the stems of labels
/// that go with it.
pub(crate) const ASSOCIATED: &str = "\
    0 075 ellipsis 065 timeout 060 plan 055 level long 050 interval length radius 045 number output 040 text \
    030 clos mode start typ 025 auto target 020 max; 1 055 join level 050 split 045 less merg surfac 040 clos \
    export fract order replac 035 bas horizontal step 030 down entri error limit singl skip sort tab 025 index \
    list mode past s threshold 020 log; 10 060 bas; 1st 080 1; 2 075 level 065 split 060 need 050 horizontal \
    040 mode segment 035 auto clos 025 error 020 typ; 2.0 085 set; 3 080 level; 3d 0100 vr 070 plan 055 zoom; \
    6 085 appli; 80 0100 output; 90 095 right 090 rotat; abl 050 enabl; abov 075 previous 045 befor 040 max \
    select up; absolut 090 relativ; access 070 dialog 065 advanc connect properti 030 enabl nam 025 show; \
    accord 050 select; account 035 appli; accuraci 0100 precis; act 095 event mous 085 extra 080 browser \
    modifier 060 redo 055 window 040 menu; activ 065 slow trigger 040 disabl 025 custom forc non tim; activiti \
    0100 hot; ad 080 add 065 gener skip 055 new 040 minus 035 fil 025 set; add 075 plugin 070 insert 065 \
    search 060 creat 050 additional 045 output quick 035 layer link 030 data 025 enabl 020 import new; \
    additional 060 item; address 095 url 030 enabl; adjust 070 balanc 065 offset 040 window; affect 070 effect \
    065 scal 055 map 050 limit set 040 enabl; after 070 trigger 065 delai newli 055 interval 045 browser \
    precis timeout valu 040 activ automatic keep out posit tim 035 allow 030 window 025 hid 020 maximum open; \
    again 085 redo reload 075 re 070 repeat; against 090 activ; alias 0100 alia; align 025 automatic; all 060 \
    flatten solo 055 invalid 050 compatibiliti multi 045 high look merg pattern 040 alwai ignor queu \
    synchroniz unus 035 sourc 030 clear delet global non render 025 color empti exist imag item log select 020 \
    enabl mode sav; allow 075 ahead 070 immedi 060 toleranc trac 045 max 040 run 035 enabl layer 030 disabl \
    020 threshold; alphabetical 095 sort; alreadi 045 toggl; alt 0100 develop; alwai 055 forc 040 automatic \
    035 lock mode; ambient 0100 temp; amount 070 delai timeout 060 width 055 activ 045 auto threshold; angl \
    075 direct 070 dynamic rotat 040 max; angular 0100 angl; anim 065 fram; another 060 default 045 other 040 \
    new 035 sav 030 link open; appear 055 mode 045 tim; append 0100 newli 080 browser 075 posit 060 open \
    window; appli 075 modifi 060 set 050 locat smooth 040 effect 035 ctrl 030 keep process; applic 080 app \
    autorun 055 system 050 startup 045 set start 030 window; area 090 dilat 085 ids 070 desktop 065 click 055 \
    list 050 select 045 fil scal 040 boundari 035 tool 025 x 020 enabl mode; around 050 view 040 typ; arrang \
    090 sort; arrow 0100 item; ascend 0100 order; ask 0100 faq prompt; assign 0100 unassign 070 chang 050 \
    start; attempt 055 allow auto; attribut 045 keep; auto 055 mode 040 automatic 030 typ; automatic 085 auto \
    075 autoscal 070 equaliz recalcul 065 after 055 gener interval 050 adaptiv synchroniz 040 alwai draw ignor \
    030 enabl maximum sourc system 025 threshold 020 nam; availabl 075 defin 040 user 035 down 020 show; avoid \
    090 maximum 050 select; awai 095 clos 070 delet out; axis 0100 direct 095 symmetri 090 resolut 035 y 020 \
    x; b 045 start; back 0100 undo 085 extra 080 browser event mous 075 redo 070 restor 055 forward window 050 \
    normal 025 default; background 090 dark 080 swap 065 draw; bar 0100 statusbar 030 show; bas 065 min 060 \
    adaptiv 040 creat 030 auto 025 start; becom 035 show; beep 060 enabl; befor 075 threshold 070 first mot \
    060 delai length offset previous 050 timeout 045 automatic 040 histori level smooth 035 tim 030 auto 025 \
    max; begin 065 start; behav 0100 preferenc; behavior 065 mous 055 alwai; below 070 down 045 min; best 040 \
    auto; better 0100 high 090 level 085 qualiti; big 070 siz 045 max; bit 095 short; bitmap 0100 converter; \
    blend 040 mode; block 040 set 035 enabl; blu 0100 b; border 030 show; both 075 method; bottom 090 \
    statusbar 055 vertical 050 automatic 045 window; boundari 070 mode; box 070 item 040 select; break 0100 cr \
    lf; brows 0100 browser; browser 060 compact locat 050 view 040 folder; but 060 prefer smooth 055 level \
    whil 030 step; button 060 1 toolbar 055 x 040 list 035 configur key 025 enabl; byt 080 maximum; cach 070 \
    data; calcul 090 calculator 065 period target 035 tim 025 length; camera 070 mount 045 view 030 creat; \
    cannot 075 system; canva 035 mode; capplet 095 set; captur 085 screenshot 060 start 050 preview 045 number \
    030 tim 025 s; careful 070 show; caret 0100 highlight; carriag 0100 cr; cas 050 mode 020 select; categori \
    085 hierarchi; caus 080 entri 040 enabl; caut 0100 immedi 070 enabl; cell 065 column row; center 0100 \
    recenter 065 focus 055 point 020 mode; certain 055 limit 050 filter; certific 0100 crl; chang 070 \
    preferenc 065 answer 060 mark scal 055 attribut 050 shortcut switch 045 lock 040 appli cancel divid setup \
    035 configur disabl ok 030 back ignor 025 convert enabl factor radius set; channel 050 displai 030 mode; \
    char 085 mode; character 070 symbol 060 length 055 mode 045 siz 035 other; check 070 compens crl 065 \
    invalid valid 050 need preserv send 045 ignor 040 angl possibl styl 035 appli includ network 025 after \
    chang enabl; checkbox 090 unknown 035 show; choos 055 method 050 set toolbar 045 end nam shap 035 configur \
    030 load 020 color object; classic 090 alwai; clear 0100 purg 090 non 060 delet; click 065 quick 050 x 040 \
    import sync 035 s 030 activ 020 enabl; clipboard 090 copi 075 cut 070 past 050 plac; clockwis 0100 ccw cw \
    right rotat; clon 085 copi; clos 080 background 065 cancel 060 ok 030 posit; cod 030 text; collect 055 \
    displai 050 enabl 035 set; color 065 offset 060 sampl 055 gain invers 050 merg 030 lin text 025 appli 020 \
    sav; column 055 command 040 right 035 insert 030 top; com 080 system 070 delai; combin 0100 accelerator \
    065 enabl; comma 055 other; command 040 default min; compact 075 default; compar 060 ratio 045 show; \
    comparison 025 show; complet 085 finish 065 back timeout 045 layer; component 095 converter; comput 080 \
    smooth 075 pixel; computer 0100 network 090 suspend; configur 085 config 060 id 045 set 040 displai; \
    confirm 0100 prompt; connect 060 onlin 040 possibl 025 automatic open 020 combin; consider 075 ignor 045 \
    threshold 035 auto; constraint 0100 constrain 030 auto; contain 050 filter 045 act 035 number 025 nam; \
    content 055 text 025 all data mode; context 090 menu 065 mak; control 050 mode; convert 085 target 050 \
    import 045 mak; coordin 080 posit 050 sync 045 2 030 1; copi 095 duplic past 075 symmetri 060 link; corner \
    095 round 060 number 025 show; correct 095 gain 080 offset; correspond 0100 ids 095 desktop 090 list 070 \
    fil 060 sync; counter 0100 ccw; creat 060 builder 050 interpol mak 045 choos setup unit 040 add gener \
    output tool 035 shap 030 editor fill 025 convert curv directori point 020 export step; ctrl 040 automatic \
    030 1; cursor 025 add; curv 090 arrai 060 segment 050 data 040 tool 025 typ; custom 060 editor; cut 0100 \
    boolean 095 crop 025 x; dangerous 0100 immedi 075 enabl; dat 070 period 055 tim; data 060 interpol 055 \
    index method servic 050 stat updat 045 backup interval user 040 empti sync 035 ignor 030 auto custom max \
    025 channel format key path 020 find; databas 075 resolv 055 s; day 070 back; debug 090 log; decimal 090 \
    precis; decreas 075 down; default 060 cell click 050 resolut 045 displai 040 editor output 035 setup \
    startup system 030 manag out rgb threshold 025 max start 020 configur; defin 045 ctrl 040 default 035 path \
    030 select 025 custom repeat; definit 045 list; degre 095 clockwis 070 rotat; delai 075 key 070 interval \
    065 timeout; delet 0100 remov 090 cleanup del 075 empti 055 editor 045 clear; depend 055 automatic siz 035 \
    show; deriv 0100 preserv 070 sourc; descend 0100 order 070 revers; deselect 080 select; desktop 090 \
    ellipsis 055 text; destin 080 target 030 mode; destructiv 0100 layer; detail 075 format 065 inform 050 \
    mode 045 step 020 expand; detect 045 alwai automatic; determin 080 event mous 075 direct extra 065 browser \
    055 window 040 align; developer 0100 develop; devi 0100 toleranc; dialog 075 ask 045 setup 030 error; \
    diameter 065 siz; did 075 fil; didnt 0100 timeout; differenc 0100 contrast 070 threshold; different 055 \
    find 040 export; digit 0100 precis; dimens 055 siz; direct 070 revers 060 along invert 045 shap 040 typ \
    035 non 030 flip 020 normal; directori 075 folder 045 path 040 mode; disabl 060 method 055 qualiti stor \
    040 toggl 030 allow skip 020 hid; disk 070 mount 060 reload sav 040 fil; displai 065 ids 060 ellipsis show \
    050 desktop list preview tre 045 detail dialog hid imag local properti revers view 040 hover scroll 035 \
    advanc render text 030 sid 025 activ docu edit filter siz 020 fil lin window; distanc 0100 dist measur \
    threshold 080 radius 065 margin 055 tool 045 spac; docu 060 attribut 055 sav 045 insert 040 copi fil pag \
    030 duplic preview 025 open; don 075 reset; dot 055 show; doubl 070 open typ; doubleclick 085 open typ; \
    down 070 flip 055 repeat 045 enabl vertical 035 up; downward 0100 down; drag 065 activ mov; draw 075 \
    pencil 070 pen 065 curv lin 050 displai 035 tool 030 show; driver 0100 opengl; drop 055 sync; duplic 085 \
    copi; dur 040 auto; durat 090 length 070 ignor; e 070 assum 040 allow 025 alwai; edg 070 alias 065 anti \
    060 displai 055 fill 040 n 030 creat; edit 075 editor 060 warn 055 open properti 050 chang dialog 045 \
    advanc editabl 035 custom s 030 add; editor 070 edit 040 automatic custom; effect 055 editor interval; \
    either 0100 event mous 090 extra 085 browser 080 oper 065 window 050 tim 040 mode 035 typ; element 075 \
    geometri 065 unus 025 max; ellips 0100 ellipsis 095 text; els 090 relativ; email 0100 mail 090 send; empti \
    085 todai 055 clear 045 new 030 fil; enabl 060 develop 045 count extens global skip 040 alwai forc render \
    035 possibl 030 anim mail requir toggl 025 activ allow auto automatic connect tim utiliti; encod 025 mode; \
    end 085 awar 080 newli 075 stop 060 browser 055 select 050 posit 045 remov 035 open window; enlarg 0100 \
    zoomin 080 scal; ensur 055 auto; enter 040 start 035 delai max 025 remov 020 add; entir 075 full 060 all \
    split; enumer 0100 enum; equal 080 level 040 typ; eras 0100 eraser; error 0100 check 090 spell; esoteric \
    0100 advanc dialog properti 070 show; evalu 060 enabl; even 080 forc 065 alwai; event 0100 feedback 065 \
    repeat; everyth 080 invert 065 all select; exact 065 mode; exampl 040 other 035 map; exc 0100 ellipsis 085 \
    text; except 075 invert; exchang 0100 swap; executabl 0100 binari; export 065 gener 055 import 050 end 045 \
    docu 035 data 025 updat; exposur 060 default; express 080 regex 075 comment; extend 055 typ; f2 0100 \
    develop; fac 095 quad 070 shap 055 boundari mesh method 045 align; factor 0100 sensitiviti 040 scal 020 \
    typ; fail 075 error; fall 060 tim; fals 075 use 055 bar remember 030 enabl typ 025 show; fast 0100 spe; \
    featur 085 immedi 050 enabl 045 sid; field 075 fov 050 calcul 045 order 040 detail 035 edit 030 appli 025 \
    other 020 1 min; fil 055 autosav ellipsis 050 config emb filenam first immedi 045 ip locat 040 additional \
    docu export path startup 035 detail interval load overwrit revert text 030 inform link properti read \
    reload sort viewer 025 disk format hierarchi import non persistent sav 020 auto directori list; filenam \
    085 locat; fill 065 full 060 screen 055 includ; filter 045 appli; find 080 mor 040 search; first 065 \
    direct start 060 method 050 1 035 indent; fit 055 auto 040 siz; focal 0100 f; focus 075 activ 045 limit; \
    folder 065 directori 030 visibl; follow 080 touchpad 075 next 070 orient; font 075 scal 060 set 050 other; \
    forc 060 overrid; foreground 0100 swap; forget 0100 clear histori; form 0100 todai; format 040 styl 035 \
    export; forward 095 browser extra 090 event mous 060 window 055 next; fram 080 keyfram 060 sampl 050 anim \
    step 045 preview 040 end 035 offset 030 clear start unit user 025 next; frequent 0100 faq; front 090 top \
    075 alwai; full 095 fullscreen 035 all; funct 090 f 045 x; g 075 assum 040 valu; gener 060 locat repeat \
    040 end 030 enabl; geometri 025 x; get 045 auto 040 typ; giv 085 ellipsis 080 margin outsid 055 prefer 050 \
    text timeout 045 order 040 max set start 030 siz; global 035 enabl; go 070 forward 045 next; grai 0100 \
    relativ; graph 075 out; graphic 0100 opengl; grayscal 080 color; greater 050 max; green 0100 g 040 show; \
    grid 045 typ; group 0100 ungroup; gtk 045 enabl; hand 0100 orient touchpad; hard 075 appli 030 default; \
    header 060 layout; height 045 siz; hexadecimal 095 preview; hid 060 bar unus 055 show 050 toggl 045 \
    toolbar 025 view visibiliti; high 095 level 055 default 035 tim; higher 065 factor 060 up 050 step 045 \
    min; highlight 040 all show; hold 095 multiplier 070 repeat; horizon 0100 sky; horizont 0100 horizontal; \
    horizontal 085 center 080 h x 070 constrain horizont 060 vertical 055 width; icon 065 first 055 indicator \
    045 default menu 040 show window; id 060 nam 045 enabl 030 open; identifier 0100 ids 095 desktop id 085 \
    list 065 fil; ignor 060 filter 050 alwai sensitiv 045 skip; imag 070 pictur 055 dark transparenci 050 \
    clockwis low 045 alpha crop 040 cach gener 030 margin start 025 auto custom output preview view 020 fram; \
    immediat 0100 immedi 055 enabl; import 040 path 035 creat new 030 automatic 025 data s; impos 0100 \
    ellipsis text; improv 045 auto; inch 0100 dpi; includ 060 min sort 050 extra max 030 displai; increas 070 \
    acceler 065 up 060 scal 055 factor 050 max 025 show; index 070 valu; indic 070 indicator; individual 060 \
    mode; infinit 090 limit; influenc 095 factor; inform 070 info 060 data 055 map properti 025 stat 020 mode; \
    inner 0100 interior; input 085 satur; insert 080 newli 065 past 060 browser 055 posit 050 set 045 number \
    035 open window 020 select; insid 0100 event extra inner mous 095 browser 070 window; instead 070 immedi \
    055 overrid 045 font 040 default lock 035 mode siz 030 displai scal; integer 0100 ellipsis 075 text; \
    internal 0100 develop; internet 0100 onlin; interval 060 tim; invalid 095 valid; invers 090 x; invert 0100 \
    invers; item 060 referenc 050 vertic 045 horizont 040 context divid limit 025 filter select; jag 0100 \
    alias anti; job 075 queu; keep 085 top 080 persistent sav 070 lock 065 pin 060 trac 055 alwai; key 070 \
    event mous 065 extra shortcut 060 accelerator 055 browser drop 050 enabl keyboard typ 045 manag window 040 \
    alwai expand relativ repeat 035 custom interval modifi non 030 delai 025 configur; keyboard 090 \
    accelerator 075 special 035 enabl; keyfram 080 fram; known 085 unknown; laid 0100 layout; larg 095 maximum \
    075 properti 050 max; larger 0100 ellipsis 075 text; last 090 undo 055 previous 045 end 035 appli 025 \
    displai 020 new; lat 0100 recent 080 open; launch 095 app autorun 075 start 025 automatic; layer 085 \
    flatten 055 merg 045 imag 040 group 035 down lock non 030 creat user; layout 055 displai; lch 0100 c l; \
    leav 0100 quit 055 ignor; left 075 counter hot mirror 065 act orient posit touchpad 060 click primari 055 \
    horizontal 050 horizont sid 045 flip 040 activ 035 right 030 window; length 070 tim 055 add 045 mode 040 \
    typ; less 055 mode 050 min; let 0100 advanc dialog properti 060 show; letter 080 cas; level 075 factor 070 \
    collaps 045 down 035 new; librari 060 import 040 delet; light 050 displai; lighter 0100 invers; lightness \
    0100 l; lik 080 executabl 070 dialog 065 advanc properti 060 path 025 enabl show; limit 095 cutoff 080 max \
    065 maximum 030 set 025 siz; lin 080 word 070 ellipsis unindent 065 grid lf row 060 wrap 055 terminal 050 \
    indent shift split 045 angl text 040 align scal 035 highlight set spac 030 draw toleranc 025 limit \
    vertical; link 085 unlink 065 transmiss 060 visibl 055 user 050 target 020 show; list 065 defin 060 app \
    autorun first 055 additional categori newli 045 manag 040 default histori non 035 browser recent 030 \
    folder go insert posit start 025 enabl remov target window 020 mov sort; load 070 maximum 060 enabl palett \
    045 import open 035 automatic 030 fil path 025 sourc 020 auto; locat 060 configur 055 directori posit 045 \
    path 040 add 030 folder visibl; long 095 word 085 maximum 055 mode; look 075 find spell 070 overrid 065 \
    check 060 target 055 print 040 enabl; lot 0100 maximum; loud 0100 volum; lower 095 low 090 down; lowercas \
    0100 cas; lowest 080 bottom; main 070 disabl 045 manager 040 updat 035 color 025 data; maintain 095 keep; \
    mak 080 duplic 065 opaciti thickness 060 cach 050 volum 040 down zoomin 035 dynamic scal siz 030 clear hid \
    mode 025 creat ignor; manag 085 manager; manager 050 automatic; mani 080 number 075 precis statistic 060 \
    max 045 maximum 035 tim; manu 0100 manual 035 automatic; manual 080 content; map 065 preview simpl 030 max \
    tim 020 hid; margin 045 show; mark 080 select 065 invert marker 050 all delet 040 alwai clear default 035 \
    2 025 set; match 055 invert 050 path set 045 field 040 appli filter 025 id; maximal 080 max; maximiz 075 \
    remember; maximum 0100 max 075 strength upload 070 acceler toleranc 060 limit 055 length 045 threshold 025 \
    default; mean 065 factor 040 mode; measur 070 unit; media 065 set; memori 085 maximum; mention 075 mode; \
    menu 085 accelerator 035 enabl 030 show; menus 090 menu; merg 0100 flatten 075 imag; mesh 065 element 045 \
    info mak 030 export; messag 070 log 065 empti 040 max 035 disabl 030 filenam; metadata 055 data; method \
    065 cod 055 enabl 045 field 035 mode; mic 0100 browser event extra mous orient touchpad 080 window; middl \
    0100 median; millisecond 090 interval 070 repeat 065 delai timeout 060 key 055 tim; minimum 0100 min 050 \
    limit threshold; minus 080 rat 065 layout 055 exclud 050 order 045 render; minut 075 interval 065 tim 035 \
    auto; mirror 0100 flip; mode 075 sketch 070 fac forc 050 item 030 automatic 025 typ window 020 displai; \
    model 055 s; modifi 070 edit 060 interval 045 appli 040 custom 035 typ; modul 035 enabl; monitor 090 full \
    080 screen; mor 075 advanc 070 high row 065 dialog 060 properti 055 minimum 045 threshold 035 maximum 020 \
    mode; mous 075 hover 070 click touchpad 065 delai 060 orient 050 cursor threshold 045 activ 040 enabl 035 \
    automatic 030 lock zoom 020 select; mov 065 immedi mot 060 go snap 055 bring front threshold 050 cut jump \
    045 distanc 040 down transform 035 lock 030 fram offset 025 send tim 020 enabl; multipl 080 visual; \
    multiplier 060 scal; nam 065 ellipsis label renam text usernam 060 identifier 050 descript filenam titl \
    045 0 sort 040 stor 035 utiliti 030 disabl manag search 025 map order 020 sav; need 055 timeout 045 disabl \
    025 show; negativ 065 shap; network 070 shar 065 out; new 075 newli 065 follow popup 050 add creat 045 \
    brows 040 browser chang 035 default forc posit 030 auto target 025 after; newli 095 new 060 step 055 show; \
    next 080 forward 065 split 055 go 050 skip 040 ignor; nod 050 fram; nois 0100 strength; non 060 mode 055 \
    map 040 layer 035 ignor 025 error; nor 090 set; normal 060 displai 035 mode; note 055 prefer 050 process s \
    045 mode 040 list; notifi 0100 notific 030 enabl; notific 095 notifi; number 080 count 065 iter 060 \
    ellipsis num outsid subdivis 055 amount frequenci valu 050 fract interval max 045 bas end output step \
    width 040 key multipl precis resolut siz timeout 035 start tim user 030 limit min order spac text \
    threshold 025 duplic keep length up 020 fram; numerical 085 number; object 055 original surfac unlink 045 \
    bodi transform 040 shap 035 fit tool z 030 geometri keep quick unit 025 cod link mak render user 020 \
    offset; occurrenc 065 enabl; off 080 computer 075 crop 060 editor 040 boundari 025 auto; older 090 old; \
    onlin 090 api; open 060 help new 050 edit 045 locat start 030 show 025 editor 020 object; oper 085 never \
    050 modifi 040 clear 035 start target 020 mode; operator 065 data; opt 055 utiliti 050 dur 045 advanc \
    after analyz 040 dialog keep special system 035 method preferenc properti 030 activ duplic editor interval \
    025 fil possibl show skip; order 065 sort; org 095 workspac 065 window; orient 090 setup 055 rotat 040 \
    view; origin 085 absolut; original 090 preserv 080 plac; other 075 stai 070 network 065 top 045 creat hid \
    040 hierarchi 035 alwai high; otherwis 075 todai 050 bar 030 data enabl; out 080 radius 075 anim 070 \
    layout 065 zoom 045 threshold 035 show 030 includ; outlin 050 lin 025 show; output 070 format 060 target \
    040 siz y 030 x; outsid 0100 outer 095 absolut; over 075 hover 070 maximum 065 anim fract 060 forc 055 \
    repeat 030 enabl; overlai 035 show; overlong 0100 ellipsis text; overrid 075 custom 060 alwai 045 enabl \
    020 add; overview 0100 hot; own 070 new 060 properti 030 1; packet 085 prioriti 065 fram 055 id; pag 090 \
    margin 055 height print 050 content 045 displai; paint 070 typ; panel 070 sid; paper 0100 pag print; \
    parameter 030 siz; part 090 ellipsis 070 forc 065 split 055 text 035 select 025 view; particular 065 \
    default; pass 055 nam 050 layer 040 sourc; past 070 x; path 080 directori 075 deflect 070 locat 060 binari \
    string 055 additiv simpl strok 045 curv nam 040 start 025 tool; pattern 065 x; pdf 070 fil; pen 055 mode; \
    percentag 0100 percent 095 minimum; perform 055 appli 050 fil 030 default; pictur 090 screenshot 070 sav \
    065 flip 060 full imag preview 050 screen 045 siz 030 fil; pixel 085 threshold 080 clip grid 060 cut 050 \
    spac 045 min 040 max 020 siz; plac 0100 put 085 immedi 040 enabl 030 add 025 posit; plai 090 audibl \
    feedback 075 playback 030 enabl; plain 090 clear; plan 095 along; planar 0100 plan; playback 045 mode; \
    point 080 referenc toleranc 075 cross 070 snap 055 constrain 050 track 045 radius valu 040 segment 030 \
    draw limit start tool; pointer 090 hover 075 threshold; popup 090 after; posit 080 mot 070 plac 060 \
    multipl 055 cursor 050 left 040 focus 030 tim; positiv 070 offset; possibl 070 try 065 typ 060 sort 045 \
    default open window; precis 095 fram; prefer 0100 app autorun 075 start; preferenc 075 set; present 040 \
    add; preserv 080 keep; press 085 event mous 080 extra trigger 070 browser 065 repeat 045 window 040 enabl; \
    prevent 085 lock; previous 090 prev 080 analyz 075 back 070 histori 065 track; print 055 right 040 all 035 \
    displai; printer 095 print; prior 0100 first 080 window; problem 0100 bug; process 030 activ; profil 065 \
    remov; program 090 quit 070 preferenc; project 065 shap; prompt 070 nam 060 set; properti 070 render 055 \
    enabl 045 scal 040 editor 030 opt; proport 0100 ratio; protect 065 lock; purpos 0100 maximum; put 090 copi \
    080 clos print 060 visibl 055 insert 050 sort; quest 0100 faq; rais 085 up; randomiz 0100 random; rang 065 \
    output 045 auto 040 appli; raster 075 siz; rat 095 spe; rather 095 put; re 085 run; read 055 content; real \
    095 liv; record 090 enter; red 0100 marker r 065 show 030 mode; reduc 075 scal 065 threshold 060 filter \
    030 data; referenc 070 link; reg 075 invert; regular 090 regex; relativ 025 siz; reload 0100 revert; \
    remember 090 bookmark; remot 075 connect; remov 095 delet 080 clean trim unset 075 ungroup 070 clear \
    deinterlac flatten 050 data 040 method 030 up 025 add hid 020 keep; renam 060 nam; render 095 renderer 090 \
    clip 085 cach 075 shad 070 resolut 065 displai split 060 draw 040 alwai imag 030 siz x 020 mode; rep 0100 \
    repeat; replac 090 ellipsis 055 sav text 050 convert 030 default; request 035 max; requir 060 prefer 055 \
    delai overrid 050 tim 040 access directori typ; reset 070 clear; resiz 065 keep; resolut 085 siz; resourc \
    085 descript 070 dat; restart 080 sid 020 enabl; restor 040 select; result 075 high 050 keep minimum 040 \
    chang creat maximum; return 0100 cr; right 085 mirror 080 gestur left 075 clockwis orient touchpad 070 \
    indent 065 horizontal 060 horizont 055 flip 050 activ posit 045 shift 040 after window; rotat 0100 \
    transform 080 orient point 065 align 020 mode; row 060 insert 055 toolbar 035 mode 025 show; rul 025 \
    enabl; run 080 modal 070 handl 050 window 030 enabl limit start; s 065 local 045 remov 030 toggl; sam 055 \
    duplic 050 match repeat 045 2 040 keep 035 1 color 030 enabl s 025 auto; satur 075 s; sav 080 autosav 065 \
    export remember 060 restor 050 interval 045 convert 040 creat delet 025 clear fil; scal 095 autoscal 085 \
    transform 060 point 055 siz 045 width zoom 035 max 020 default; screen 080 fullscreen grab 070 height 065 \
    screenshot 050 width 045 displai siz 030 tim 025 enabl 020 s; scroll 070 mous 055 select; scrollbar 0100 \
    bar scroll; search 080 find 070 match 025 all fil max; second 085 timeout 060 tim 055 duplic 045 max 035 \
    delai 030 fram 025 min new out 020 s; see 060 lin 055 preview 045 disabl text 030 nam 025 show; segment \
    040 threshold; select 045 remov 040 cut del selectabl 035 cursor fac go mak 030 analyz deselect external \
    item librari object percentag referenc revers user 025 boolean end entri keep local past reset z 020 copi \
    edit element guid quick unus vertic; send 050 automatic 025 enabl; sensitiv 0100 match 070 mode; separ 040 \
    min 025 show; sequenc 045 mode; server 035 enabl; servic 050 auto; sess 030 show; set 050 newli 045 \
    behavior quantiz use 040 collaps depth first immedi palett suppress 035 assign computer global reset \
    touchpad 030 allow custom dialog export maximum min properti 025 3 advanc filenam last new number orient \
    transform vers window zoom 020 altern displai exist level low remember visibl; setup 020 mode; shap 055 \
    object 040 toggl; shar 065 sav; sheet 055 down; shell 080 terminal 045 open; shift 085 multiplier 075 \
    offset 055 appli; shortcut 095 accelerator; show 050 visibl 045 basic visibiliti 040 3 column draw split \
    startup toggl 035 pag properti 030 address bar configur includ inform log modul posit 025 2 displai layout \
    list messag stat toolbar view 020 disabl filter histori; shrink 0100 zoomout 065 scal; sid 070 flip; sign \
    090 signatur 070 typ; simplifi 055 mode; simul 0100 simulator; singl 085 trigger 055 mode typ 050 open 030 \
    1 max s; siz 080 scal 065 method 060 setup zoom 055 pag sort 050 detail 045 ctrl out radius 040 factor \
    spac 035 width 030 chang length 025 set; skip 065 ignor; slider 0100 soft; slow 070 updat; slower 065 \
    alwai; small 085 preview 050 show; smaller 0100 ellipsis 075 text 065 siz 055 min; smooth 0100 alias anti; \
    smoother 0100 smooth; snap 085 effect; snippet 0100 trigger; solid 055 typ; solv 0100 solver; solver 095 \
    solv 080 max; sound 0100 audibl 085 track 065 volum; sourc 050 skip 045 extra; spac 070 siz 065 indent 050 \
    width 045 margin scal target 040 displai 025 log 020 mode; spe 090 acceler 085 faster sensitiviti 075 \
    slower 045 imag; specifi 065 ellipsis 055 attribut referenc snap 050 imag 040 ctrl custom fram minimum \
    relativ 035 maximum path 030 end mode text 025 add appli siz 020 number show; specific 075 method; split \
    075 toggl; squar 080 x; stack 060 activ 055 all; standard 020 enabl; star 060 alwai; start 080 startup 060 \
    run threshold 040 repeat set 030 new tim 020 find; startup 065 day; stat 060 sensitiv 040 automatic 030 \
    user 020 toggl; statistic 060 stat; status 075 2; step 080 undo 050 max; stop 070 end 060 disabl max 055 \
    min; stor 080 storag 065 directori 060 sav 055 persistent 045 path 040 content 030 fil; straight 090 \
    segment 040 typ; string 055 field 035 displai; strok 085 original 065 lin; styl 065 render 045 allow mode \
    030 open; sub 0100 root; subfolder 0100 recursiv; subsequent 055 new; support 070 compatibiliti 035 data \
    030 edit select; sur 060 mode; surfac 0100 diffus 075 curv fill; swap 0100 orient touchpad; switch 065 \
    restor 045 color 040 next 035 toggl; symbol 085 special 045 mode; synchroniz 0100 sync 090 updat; system \
    065 build 045 activ 040 inform 030 auto; tabl 060 list; tag 050 skip; tak 080 event mous undo 075 extra \
    070 maximum 065 browser 060 screenshot 055 cut length 045 bookmark editor interval 040 window 030 mode 025 \
    appli bas; tap 055 enabl; target 085 offset; tell 0100 bug report; temperatur 0100 temp; tester 0100 \
    develop; text 065 capt 055 subtitl 045 center quick string 035 font statistic 030 all enabl fil imag \
    indent other search show zoomin 025 delet down format s scal 020 siz valu; textarea 080 editor 055 mode; \
    thick 0100 thickness; thickness 090 width; threshold 0100 raw 085 angl; through 060 find; throw 085 delet; \
    tim 080 timeout 065 clock delai multiplier spars 060 period 055 interval maximum until 050 activ match \
    repeat 045 minimum step 040 second 035 creat fram precis spac 030 factor global relativ 025 dat delet out; \
    titlebar 075 titl; toggl 060 local 040 object show 025 hid view; tool 045 alwai 035 object; top 085 hot \
    065 primari 055 displai posit 050 vertical 040 window 030 new 020 enabl; toward 0100 offset; track 080 \
    analysis 025 last 020 mode; transact 070 unus; transform 0100 deform; transparenci 0100 alpha 080 \
    transparent; transparent 0100 opaciti transparenci; trash 0100 immedi 075 delet 055 enabl; tre 060 displai \
    045 item 040 mode 020 select; treat 045 threshold; tru 060 visibiliti 055 flag use 050 first immedi 045 \
    initial 040 put 035 allow dialog filenam never new show 030 advanc enabl locat system titl 025 last match \
    properti set visibl 020 window; try 075 call 060 find 040 automatic; turn 085 rotat 070 right 065 flip 055 \
    editor interval; tweak 080 length; typ 075 app autorun 070 spell 065 check viewer 060 interpol locat 050 \
    number 045 filter start 025 channel; typefac 0100 font; uncheck 080 preserv 060 sourc 040 select; under \
    055 sav; underneath 0100 put; unit 045 siz 040 max; unix 0100 advanc dialog properti 060 show; unless 070 \
    default; unreferenc 0100 unus; unselect 090 select; unsign 0100 short; unus 0100 clean 075 up; up 080 \
    collaps 065 backup 050 timeout vertical 045 view 040 layer sav 035 default 030 enabl skip 025 mode; updat \
    055 fram 040 set; uppercas 0100 cas; upsid 0100 flip; upward 0100 up; use 030 auto; useful 085 develop 065 \
    skip; user 075 event 070 mous personal purg usernam 065 browser extra 060 featur 055 additional 045 \
    startup 040 folder sav set 035 enabl inform list window 030 displai manual 020 automatic; usual 070 \
    normal; valid 030 list; valu 055 offset 050 ascend d soft variabl 045 number port vers 040 2 custom gain \
    header mani recursiv typ 035 button constant high locat perform rat reset result smooth sort 030 direct \
    displai factor indicator long min mode percentag scal separator string system threshold toleranc unit 025 \
    default format maximum over overrid radius setup 020 error manual; vers 040 enabl; vertex 0100 distanc 045 \
    add; vertic 0100 vertical; vertical 075 y 070 constrain height vertic 065 v; view 065 viewer 060 fov 045 \
    first 040 3 visibl 035 2 default displai end rotat toggl 030 editor radius 025 folder lock map window \
    zoom; viewer 065 view; visibiliti 055 hid 050 show; visibl 080 visibiliti 065 show 060 new 035 window; \
    visit 085 default; wait 075 timeout; warn 075 level 035 auto; way 080 dialog 075 advanc properti 070 \
    format 030 show 025 typ; web 0100 url 095 html 090 external 060 get; well 035 enabl; whil 075 handl 065 \
    offset 060 liv 055 dur 040 automatic 035 disabl; whit 050 imag 030 default; whol 070 all; wid 090 width; \
    widget 030 show; width 065 column 050 divid 045 custom siz; window 055 stai 050 toolbar 045 mous top wrap \
    040 alwai sid zoom 035 focus tab view 030 allow desktop locat screen 025 delai 020 previous up; without \
    075 disabl 070 fre 025 mode; wont 090 maximum; word 090 trigger 070 check 065 find 060 mode; work 040 auto \
    mode 030 data set; workspac 0100 ui; writ 095 export 080 sav 050 new; x 060 left posit; y 065 posit; \
    zoomin 0100 zoom ";
