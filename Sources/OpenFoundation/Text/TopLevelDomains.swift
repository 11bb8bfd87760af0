import AppexModel

/// The top-level domains with which a name counts as a domain without a scheme before it.
enum TopLevelDomains {
    /// Whether a domain, in lower case, is one of them.
    static func contains(_ domain: String) -> Bool { all.contains(domain) }

    // The domains of countries and the generic ones that are widely used.
    private static let all = Set(
        """
        aero agency ai app art asia bank berlin bio biz blog cafe cat church city cloud club codes com community company \
        coop design dev digital edu education email events expert family finance fm fun fund games global gov group guide \
        guru health help host house icu info ink int io jobs land law legal life link live london love ltd market media \
        mil mobi museum name net network news nyc one online org page paris party photo photos pictures plus press pro \
        pub radio rocks run school science services sh shop show site social software solutions space sport store \
        studio support systems tech technology tel tips today tokyo tools top travel tv university video vip website \
        wiki wine work works world wtf xyz zone \
        ac ad ae af ag al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd \
        cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fo fr ga gd ge \
        gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in iq ir is it je jm jo jp ke kg kh \
        ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv \
        mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw \
        sa sb sc sd se sg si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tw tz ua ug \
        uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
        """.parts(at: " ").map(String.init))
}
